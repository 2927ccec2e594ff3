#include "ui/region/octant_planes.h"

#include <algorithm>

#include <QPaintEngine>
#include <QPainter>

#include "core/measures/views/quality_view.h"
#include "ui/region/octant_marks.h"
#include "ui/theme.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

constexpr QMargins kRoundPlane{30, 22, 12, 19};
constexpr double kBesidePoint = 4;
constexpr int kBesideTitle = 4;

}  // namespace

OctantPlanes::OctantPlanes(QWidget* parent) : RegionView(parent) {
  setFocusPolicy(Qt::ClickFocus);  // so that a field that was being typed in follows the marks
  setAccessibleName(Tr::tr("Sides of the quality space"));
}

QRectF OctantPlanes::area(std::size_t plane) const {
  return place(plane).marginsRemoved(px(kRoundPlane));
}

QRectF OctantPlanes::place(std::size_t plane) const {
  const auto at = static_cast<double>(plane);
  const double wide = width() / 3.0, high = height() / 3.0;
  return beside() ? QRectF(wide * at, 0, wide, height()) : QRectF(0, high * at, width(), high);
}

/// Where there is more room across, and each has enough of it for its title.
bool OctantPlanes::beside() const {
  const auto whole = [this](std::size_t plane) {
    return !title_of(plane, fontMetrics(), width() / 3.0 - px(kBesideTitle)).contains(QStringLiteral("…"));
  };
  return width() > height() && whole(0) && whole(1) && whole(2);
}

QPointF OctantPlanes::to_screen(std::size_t plane, double across, double up) const {
  const QRectF inside = area(plane);
  return {inside.left() + across * inside.width(), inside.bottom() - up * inside.height()};
}

QPointF OctantPlanes::place_of(const Point3& unit, std::size_t plane) const {
  return to_screen(plane, unit[index_of(kPlanes[plane].across)], unit[index_of(kPlanes[plane].up)]);
}

std::vector<LimitHandle> OctantPlanes::handles() const {
  std::vector<LimitHandle> all;
  for (const RegionMedium& medium : scene().media)
    for (int plane = 0; has_limits(medium) && plane < static_cast<int>(kPlanes.size()); ++plane) {
      all.push_back({medium.medium, kPlanes[static_cast<std::size_t>(plane)].across, 2 * plane});
      all.push_back({medium.medium, kPlanes[static_cast<std::size_t>(plane)].up, 2 * plane + 1});
    }
  return all;
}

QPointF OctantPlanes::position(const LimitHandle& handle) const {
  const auto plane = static_cast<std::size_t>(handle.place / 2);
  const double along = std::min(unit_limit(handle), 1.0);
  const double side = scene().media.size() < 2          ? 0
                      : handle.medium == Medium::kAudio ? exact_px(kBesidePoint)
                                                        : -exact_px(kBesidePoint);
  return handle.place % 2 == 0 ? to_screen(plane, along, 0) + QPointF(0, side)
                               : to_screen(plane, 0, along) - QPointF(side, 0);
}

std::optional<double> OctantPlanes::value_at(const LimitHandle& handle, QPointF at) const {
  const QRectF inside = area(static_cast<std::size_t>(handle.place / 2));
  if (inside.width() < 1 || inside.height() < 1) return std::nullopt;
  return handle.place % 2 == 0 ? (at.x() - inside.left()) / inside.width()
                               : (inside.bottom() - at.y()) / inside.height();
}

void OctantPlanes::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (painter.paintEngine()->type() == QPaintEngine::Raster) {
    make_backdrop();
    painter.drawPixmap(0, 0, backdrop_);
  } else {  // exported: as lines and words
    paint_backdrop(painter, outlines());
  }
  for (std::size_t plane = 0; plane < kPlanes.size(); ++plane) paint_plane(painter, plane);
  draw_handles(painter, rect());
}

OctantPlanes::Outlines OctantPlanes::outlines() const {
  Outlines all;
  for (std::size_t plane = 0; plane < kPlanes.size(); ++plane)
    for (const RegionMedium& medium : scene().media) {
      QPolygonF outline = region_outline(medium, kPlanes[plane].across, kPlanes[plane].up, scene().range);
      for (QPointF& point : outline) point = to_screen(plane, point.x(), point.y());
      all.emplace_back(medium.medium, std::move(outline));
    }
  return all;
}

void OctantPlanes::make_backdrop() {
  BackdropKey key{outlines(), scene().range, size(), devicePixelRatioF(), zoom(), colours().panel.rgb()};
  if (key == backdrop_of_) return;
  backdrop_ = picture_of([&](QPainter& painter) { paint_backdrop(painter, key.outlines); });
  backdrop_of_ = std::move(key);
}

void OctantPlanes::paint_backdrop(QPainter& painter, const Outlines& outlines) const {
  for (const auto& [medium, outline] : outlines) {
    QColor fill = colour_of(medium);
    fill.setAlphaF(0.18f);
    painter.setPen(hairline_pen(colour_of(medium)));
    painter.setBrush(fill);
    painter.drawPolygon(outline);
  }
  for (std::size_t plane = 0; plane < kPlanes.size(); ++plane) paint_axes(painter, plane);
}

void OctantPlanes::paint_plane(QPainter& painter, std::size_t plane) const {
  painter.save();
  painter.setClipRect(area(plane).marginsAdded(px({7, 7, 10, 7})));
  for (const RegionMedium& medium : scene().media) draw_trails(painter, medium, plane);
  for (const RegionMedium& medium : scene().media) paint_points(painter, medium, plane);
  painter.restore();
}

void OctantPlanes::paint_axes(QPainter& painter, std::size_t plane) const {
  const auto [across, up] = kPlanes[plane];
  const QRectF inside = area(plane);
  const auto metrics = painter.fontMetrics();
  painter.setPen(hairline_pen(colours().muted));
  painter.drawLine(inside.bottomLeft(), inside.bottomRight());
  painter.drawLine(inside.bottomLeft(), inside.topLeft());
  const auto ticks = [&](QualityAxis axis, double pixels) {
    return round_ticks(scene().range[index_of(axis)], std::clamp(static_cast<int>(pixels / px(30)), 1, 4));
  };
  for (const double tick : ticks(across, inside.width())) {
    const QPointF at = to_screen(plane, tick / scene().range[index_of(across)], 0);
    painter.setPen(hairline_pen(colours().muted));
    painter.drawLine(at, at + QPointF(0, px(3)));
    draw_words(painter, at + QPointF(0, px(3) + 0.45 * metrics.height()), tick_text(across, tick), colours().muted,
               rect());
  }
  for (const double tick : ticks(up, inside.height())) {
    const QPointF at = to_screen(plane, 0, tick / scene().range[index_of(up)]);
    painter.setPen(hairline_pen(colours().muted));
    painter.drawLine(at, at - QPointF(px(3), 0));
    const QString text = tick_text(up, tick);
    draw_words(painter, at - QPointF(px(6) + metrics.horizontalAdvance(text) / 2.0, 0), text, colours().muted, rect());
  }
  const QRectF outside = place(plane);
  const QRectF above(outside.left(), outside.top(), outside.width() - px(kBesideTitle), metrics.height());
  painter.setPen(colours().text);
  painter.drawText(above, Qt::AlignRight | Qt::AlignTop, title_of(plane, metrics, above.width()));
}

QString OctantPlanes::title_of(std::size_t plane, const QFontMetrics& metrics, double room) {
  const auto brief = [](QualityAxis axis) { return axis_text(axis).remove(','); };
  const auto name = [](QualityAxis axis) { return axis_text(axis).section(',', 0, 0); };
  const auto [across, up] = kPlanes[plane];
  for (const auto& title :
       {brief(up) + " ↑   " + brief(across) + " →", brief(up) + " / " + brief(across), name(up) + " / " + name(across)})
    if (metrics.horizontalAdvance(title) <= room) return title;
  return metrics.elidedText(name(up) + " / " + name(across), Qt::ElideRight, static_cast<int>(room));
}

void OctantPlanes::paint_points(QPainter& painter, const RegionMedium& medium, std::size_t plane) const {
  for (const auto& held : {medium.held_there, medium.held_here}) {
    const auto unit = held ? unit_point(*held, scene().range) : std::nullopt;
    if (unit) draw_held_point(painter, place_of(*unit, plane), medium.medium);
  }
  for (const bool here : {false, true}) {
    const auto& view = here ? medium.here : medium.there;
    const auto unit = view ? unit_point(view->now, scene().range) : std::nullopt;
    if (unit) draw_point(painter, place_of(*unit, plane), medium.medium, here, 4);
  }
}

}  // namespace jitterscope
