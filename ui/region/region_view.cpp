#include "ui/region/region_view.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "core/measures/views/quality_view.h"
#include "ui/region/octant_marks.h"
#include "ui/theme.h"

namespace jitterscope {
namespace {

constexpr double kGrasp = 10, kNear = 12;  // px

double distance2(QPointF a, QPointF b) {
  return QPointF::dotProduct(a - b, a - b);
}

}  // namespace

RegionView::RegionView(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  use_small_font(this);
}

void RegionView::set_scene(const RegionScene& scene) {
  if (scene == scene_) return;
  scene_ = scene;
  update();
}

const RegionMedium* RegionView::of(Medium medium) const {
  for (const RegionMedium& shown : scene_.media)
    if (shown.medium == medium) return &shown;
  return nullptr;
}

double RegionView::unit_limit(const LimitHandle& handle) const {
  const RegionMedium* medium = of(handle.medium);
  return medium ? on_axis(medium->limits, handle.axis) / scene_.range[index_of(handle.axis)] : 0;
}

std::optional<LimitHandle> RegionView::handle_at(QPointF at) const {
  std::optional<LimitHandle> nearest;
  double best = exact_px(kGrasp) * exact_px(kGrasp);
  for (const LimitHandle& handle : handles())
    if (const double d = distance2(position(handle), at); d <= best) {
      best = d;
      nearest = handle;
    }
  return nearest;
}

void RegionView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  held_ = hot_ = handle_at(event->position());
  update();
}

void RegionView::mouseMoveEvent(QMouseEvent* event) {
  if (held_) {
    if (const auto unit = value_at(*held_, event->position()))
      emit limit_dragged(held_->medium, held_->axis, std::clamp(*unit, 0.0, 1.0) * scene_.range[index_of(held_->axis)]);
    return;
  }
  const auto hot = event->buttons() == Qt::NoButton ? handle_at(event->position()) : std::nullopt;
  if (hot == hot_) return;
  hot_ = hot;
  hot_ ? setCursor(Qt::PointingHandCursor) : unsetCursor();
  update();
}

void RegionView::mouseReleaseEvent(QMouseEvent*) {
  if (!held_) return;
  held_.reset();
  update();
  emit drag_ended();
}

void RegionView::leaveEvent(QEvent*) {
  hot_ = held_;
  update();
}

bool RegionView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString words = text_at(help->pos());
  words.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), words, this);
  return true;
}

QString RegionView::text_at(QPointF at) const {
  QString nearest;
  double best = exact_px(kNear) * exact_px(kNear);
  for (const RegionMedium& medium : scene_.media)
    for (const bool here : {false, true}) {
      const auto& view = here ? medium.here : medium.there;
      if (!view) continue;
      for (const QualityMoment& moment : view->trail) {
        const auto unit = unit_point(moment.point, scene_.range);
        if (!unit) continue;
        for (std::size_t place = 0; place < place_count(); ++place)
          if (const double d = distance2(place_of(*unit, place), at); d <= best) {
            best = d;
            nearest = hover_text(medium, moment, here);
          }
      }
    }
  return nearest;
}

QPixmap RegionView::picture_of(const std::function<void(QPainter&)>& paint) const {
  QPixmap picture(size() * devicePixelRatioF());
  picture.setDevicePixelRatio(devicePixelRatioF());
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setFont(font());
  painter.setRenderHint(QPainter::Antialiasing);
  paint(painter);
  return picture;
}

void RegionView::draw_handles(QPainter& painter, const QRectF& bounds) const {
  for (const LimitHandle& handle : handles()) draw_handle(painter, position(handle), handle.medium, handle == hot_);
  if (!hot_ || !of(hot_->medium)) return;
  const auto words = name_of(hot_->medium) + " " + limit_text(of(hot_->medium)->limits, hot_->axis);
  draw_words(painter, position(*hot_) + QPointF(0, -exact_px(16)), words, colours().text, bounds, true);
}

void RegionView::draw_trails(QPainter& painter, const RegionMedium& medium, std::size_t place) const {
  for (const bool here : {false, true}) {
    const auto& view = here ? medium.here : medium.there;
    if (!view) continue;
    std::vector<QPointF> trail;
    trail.reserve(view->trail.size());
    for (const QualityMoment& moment : view->trail)
      if (const auto unit = unit_point(moment.point, scene_.range)) trail.push_back(place_of(*unit, place));
    draw_trail(painter, trail, colour_of(medium.medium), here);
  }
}

}  // namespace jitterscope
