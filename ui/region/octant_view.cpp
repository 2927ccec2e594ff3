#include "ui/region/octant_view.h"

#include <algorithm>

#include <QKeyEvent>
#include <QMouseEvent>

#include "ui/region/octant_marks.h"
#include "ui/theme.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

constexpr double kDegreesPerPixel = 0.6, kDegreesPerKey = 5;
// px around the space, for titles beyond the axes' ends or beside them, and the legend
constexpr int kSides = 42, kAbove = 25, kBelow = 38, kAboveBeside = 11, kBelowBeside = 22;
constexpr double kBesideHandle = 7;  // px between the handles of two media

bool turns(int key) {
  return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_Home;
}

}  // namespace

OctantView::OctantView(QWidget* parent) : RegionView(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(Tr::tr("Quality space"));
  setAccessibleDescription(Tr::tr("Arrow keys turn it, Home turns it back"));
}

std::vector<LimitHandle> OctantView::handles() const {
  std::vector<LimitHandle> all;
  for (const RegionMedium& medium : scene().media)
    for (const QualityAxis axis : kEveryQualityAxis)
      if (has_limits(medium)) all.push_back({medium.medium, axis, 0});
  return all;
}

QPointF OctantView::position(const LimitHandle& handle) const {
  const QPointF on = projection_.to_screen(axis_point(handle.axis, std::min(unit_limit(handle), 1.0)));
  const AxisLine line = line_of(handle.axis);
  if (scene().media.size() < 2 || line.length < 1) return on;
  const double side = handle.medium == Medium::kAudio ? exact_px(kBesideHandle) : -exact_px(kBesideHandle);
  return on + QPointF(-line.along.y(), line.along.x()) * side;
}

std::optional<double> OctantView::value_at(const LimitHandle& handle, QPointF at) const {
  return projection_.along_axis(handle.axis, at);
}

void OctantView::turn_as(const OctantView& other) {
  const auto& wanted = other.projection_;
  projection_.reset();
  projection_.turn(wanted.yaw() - projection_.yaw(), wanted.pitch() - projection_.pitch());
  projection_.zoom(wanted.zoomed() / projection_.zoomed());
  update();
}

bool OctantView::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && turns(static_cast<QKeyEvent*>(event)->key())) {
    event->accept();
    return true;
  }
  return RegionView::event(event);
}

void OctantView::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left: projection_.turn(-kDegreesPerKey, 0); break;
    case Qt::Key_Right: projection_.turn(kDegreesPerKey, 0); break;
    case Qt::Key_Up: projection_.turn(0, kDegreesPerKey); break;
    case Qt::Key_Down: projection_.turn(0, -kDegreesPerKey); break;
    case Qt::Key_Home: projection_.reset(); break;
    default: return RegionView::keyPressEvent(event);
  }
  update();
}

void OctantView::mousePressEvent(QMouseEvent* event) {
  RegionView::mousePressEvent(event);
  if (event->button() == Qt::LeftButton && !dragging()) {
    turned_from_ = event->position();
    setCursor(Qt::ClosedHandCursor);
  }
}

void OctantView::mouseMoveEvent(QMouseEvent* event) {
  if (!turned_from_) return RegionView::mouseMoveEvent(event);
  const QPointF by = event->position() - *turned_from_;
  projection_.turn(-by.x() * kDegreesPerPixel, by.y() * kDegreesPerPixel);
  turned_from_ = event->position();
  update();
}

void OctantView::mouseReleaseEvent(QMouseEvent* event) {
  if (turned_from_) unsetCursor();
  turned_from_.reset();
  RegionView::mouseReleaseEvent(event);
}

void OctantView::mouseDoubleClickEvent(QMouseEvent*) {
  projection_.reset();
  update();
}

void OctantView::wheelEvent(QWheelEvent* event) {
  if (const int turned = event->angleDelta().y()) projection_.zoom(turned > 0 ? 1.25 : 0.8);
  event->accept();
  update();
}

/// The title of the upright axis leans inwards and needs no room at the sides.
void OctantView::resizeEvent(QResizeEvent*) {
  const auto within = [this](int sides, int above, int below) {
    return QRectF(rect()).adjusted(sides, above, -sides, -below);
  };
  const auto shorter_side = [](const QRectF& area) { return std::min(area.width(), area.height()); };
  const int title = std::max(fontMetrics().horizontalAdvance(axis_text(QualityAxis::kLatency)),
                             fontMetrics().horizontalAdvance(axis_text(QualityAxis::kJitter)));
  const QRectF beyond = within(px(kSides), px(kAbove), px(kBelow));
  const QRectF beside = within(title + px(kTitleBeside + 2), px(kAboveBeside), px(kBelowBeside));
  titles_beside_ = shorter_side(beside) > shorter_side(beyond);  // as turned usually, the space is nearly a square
  projection_.set_area(titles_beside_ ? beside : beyond);
}

}  // namespace jitterscope
