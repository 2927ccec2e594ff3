// How OctantView is painted.
#include <algorithm>
#include <cmath>

#include <QPaintEngine>
#include <QPainter>

#include "core/measures/views/quality_view.h"
#include "ui/region/octant_marks.h"
#include "ui/region/octant_view.h"
#include "ui/theme.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

constexpr int kFine = 18, kCoarse = 12;                              // facets a side, for one and for two regions
constexpr double kTickAway = 13, kTitleAway = 16, kTitleAbove = 15;  // px
constexpr double kPixelsATick = 34;

QualityAxis other(QualityAxis axis, int step) {
  return static_cast<QualityAxis>((static_cast<int>(axis) + step) % 3);
}

Point3 on_plane(QualityAxis a, double at_a, QualityAxis b, double at_b) {
  Point3 point{0, 0, 0};
  point[index_of(a)] = at_a;
  point[index_of(b)] = at_b;
  return point;
}

double length(QPointF p) {
  return std::hypot(p.x(), p.y());
}

/// Of boxes that touch, the lower one goes down as far as there is room, and then the upper one up.
void part(std::array<QRectF, kQualityAxes>& boxes, const QRectF& bounds) {
  std::array<QRectF*, kQualityAxes> from_top{&boxes[0], &boxes[1], &boxes[2]};
  std::ranges::stable_sort(from_top, {}, [](const QRectF* box) { return box->top(); });
  const auto each_pair = [&](auto move) {
    for (std::size_t lower = 1; lower < boxes.size(); ++lower)
      for (std::size_t upper = 0; upper < lower; ++upper) move(upper, lower);
  };
  each_pair([&](std::size_t upper, std::size_t lower) {
    QRectF &above = *from_top[upper], &below = *from_top[lower];
    if (above.intersects(below)) below.moveTop(std::min(above.bottom() + 1, bounds.bottom() - below.height()));
  });
  each_pair([&](std::size_t upper, std::size_t lower) {  // from the bottom
    QRectF &above = *from_top[boxes.size() - 1 - lower], &below = *from_top[boxes.size() - 1 - upper];
    if (above.intersects(below)) above.moveBottom(below.top() - 1);
  });
}

}  // namespace

void OctantView::paintEvent(QPaintEvent*) {
  make_mesh();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (painter.paintEngine()->type() == QPaintEngine::Raster) {
    make_backdrop();
    painter.drawPixmap(0, 0, backdrop_);
  } else {  // exported: as lines and words
    paint_backdrop(painter);
  }
  for (const RegionMedium& medium : scene().media) draw_trails(painter, medium, 0);
  for (const RegionMedium& medium : scene().media) paint_points(painter, medium);
  draw_handles(painter, rect());
  paint_legend(painter);
  if (hasFocus()) {
    painter.setPen(hairline_pen(colours().muted, Qt::DotLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  }
}

void OctantView::make_backdrop() {
  BackdropKey key{
      mesh_of_, size(), devicePixelRatioF(), zoom(), projection_.yaw(), projection_.pitch(), projection_.zoomed()};
  if (key == backdrop_of_) return;
  backdrop_of_ = std::move(key);
  backdrop_ = picture_of([this](QPainter& painter) { paint_backdrop(painter); });
}

void OctantView::paint_backdrop(QPainter& painter) const {
  paint_walls(painter);
  paint_regions(painter);
  const auto titles = title_boxes();
  for (const QualityAxis axis : kEveryQualityAxis) paint_axis(painter, axis, titles);
}

/// The three planes through the origin, with lines at the ticks.
void OctantView::paint_walls(QPainter& painter) const {
  painter.setPen(hairline_pen(colours().raised));
  painter.setBrush(Qt::NoBrush);
  QVector<QLineF> lines;
  for (const QualityAxis axis : kEveryQualityAxis) {
    auto ticks = round_ticks(scene().range[index_of(axis)], 4);
    for (double& tick : ticks) tick /= scene().range[index_of(axis)];
    ticks.push_back(1);
    for (const QualityAxis across : {other(axis, 1), other(axis, 2)})
      for (const double tick : ticks)
        lines << QLineF(projection_.to_screen(on_plane(axis, tick, across, 0)),
                        projection_.to_screen(on_plane(axis, tick, across, 1)));
  }
  painter.drawLines(lines);
}

void OctantView::make_mesh() {
  MeshKey key{{}, scene().range, colours().panel.rgb()};
  for (const RegionMedium& medium : scene().media) key.media.emplace_back(medium.medium, medium.metric, medium.limits);
  if (key == mesh_of_) return;
  mesh_of_ = std::move(key);
  mesh_.clear();
  const int steps = scene().media.size() < 2 ? kFine : kCoarse;
  for (const RegionMedium& medium : scene().media) {
    for (const Facet& facet : region_mesh(medium, scene().range, steps)) {
      QColor fill = colour_of(medium.medium), edge = fill;
      fill.setAlphaF(static_cast<float>(0.2 * facet.light));
      edge.setAlphaF(static_cast<float>(0.22 * facet.light));
      mesh_.push_back({facet, fill, edge});
    }
  }
}

void OctantView::paint_regions(QPainter& painter) const {
  std::vector<std::pair<double, const ColouredFacet*>> far_to_near;
  far_to_near.reserve(mesh_.size());
  for (const ColouredFacet& each : mesh_) {
    double depth = 0;
    for (const Point3& corner : each.facet.corners) depth += projection_.depth(corner);
    far_to_near.emplace_back(depth, &each);
  }
  std::sort(far_to_near.begin(), far_to_near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [depth, each] : far_to_near) {
    std::array<QPointF, 4> shape;
    for (std::size_t i = 0; i < shape.size(); ++i) shape[i] = projection_.to_screen(each->facet.corners[i]);
    painter.setPen(hairline_pen(each->edge));
    painter.setBrush(each->fill);
    painter.drawConvexPolygon(shape.data(), static_cast<int>(shape.size()));
  }
}

OctantView::AxisLine OctantView::line_of(QualityAxis axis) const {
  AxisLine line{projection_.to_screen({0, 0, 0}), projection_.to_screen(axis_point(axis, 1)), {}, {}};
  line.length = length(line.end - line.origin);
  if (line.length <= 0) return line;
  line.along = (line.end - line.origin) / line.length;
  line.away = {-line.along.y(), line.along.x()};
  const QPointF inwards = projection_.to_screen({0.5, 0.5, 0.5}) - (line.origin + line.end) / 2;
  if (QPointF::dotProduct(line.away, inwards) > 0) line.away = -line.away;
  return line;
}

std::array<QRectF, kQualityAxes> OctantView::title_boxes() const {
  std::array<QRectF, kQualityAxes> boxes;
  for (const QualityAxis axis : kEveryQualityAxis) {
    const AxisLine line = line_of(axis);
    if (line.at_viewer()) continue;
    const bool upright = axis == QualityAxis::kLoss;
    QPointF from_end =
        upright ? QPointF(0, -exact_px(kTitleAbove)) : exact_px(kTitleAway) * (line.along + 0.9 * line.away);
    if (titles_beside_) {
      const double side = upright ? -line.away.x() : line.along.x();  // the upright one's numbers are on the other side
      from_end = {std::copysign(px(kTitleBeside) + fontMetrics().horizontalAdvance(axis_text(axis)) / 2.0, side), 0};
    }
    boxes[index_of(axis)] = words_box(fontMetrics(), line.end + from_end, axis_text(axis), above_legend());
  }
  part(boxes, above_legend());
  return boxes;
}

void OctantView::paint_axis(QPainter& painter, QualityAxis axis, const std::array<QRectF, kQualityAxes>& titles) const {
  const AxisLine line = line_of(axis);
  painter.setPen(hairline_pen(colours().muted));
  painter.drawLine(line.origin, line.end);
  if (line.at_viewer()) return;
  const double range = scene().range[index_of(axis)];
  const auto touches_a_title = [&](const QRectF& box) {
    return std::ranges::any_of(titles, [&](const QRectF& title) { return box.intersects(title); });
  };
  // Asked for one tick, round_ticks may give none.
  for (const double tick :
       round_ticks(range, std::clamp(static_cast<int>(line.length / exact_px(kPixelsATick)), 2, 4))) {
    const QPointF at = line.origin + (line.end - line.origin) * (tick / range);
    painter.setPen(hairline_pen(colours().muted));
    painter.drawLine(at, at + exact_px(4) * line.away);
    const QPointF middle = at + exact_px(kTickAway) * line.away;
    const QString number = tick_text(axis, tick);
    if (!touches_a_title(words_box(painter.fontMetrics(), middle, number, above_legend())))
      draw_words(painter, middle, number, colours().muted, above_legend());
  }
  draw_words(painter, titles[index_of(axis)].center(), axis_text(axis), colours().text, above_legend(), true);
}

void OctantView::paint_drop_lines(QPainter& painter, const Point3& point, const QColor& hue) const {
  QColor colour = hue;
  colour.setAlphaF(0.75f);
  const QPointF at = projection_.to_screen(point);
  for (std::size_t flat = 0; flat < kQualityAxes; ++flat) {
    Point3 foot = point;
    foot[flat] = 0;
    const QPointF place = projection_.to_screen(foot);
    painter.setPen(hairline_pen(colour, Qt::DotLine));
    painter.drawLine(at, place);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(place, exact_px(1.8), exact_px(1.8));
  }
}

void OctantView::paint_points(QPainter& painter, const RegionMedium& medium) const {
  for (const auto& held : {medium.held_there, medium.held_here}) {
    const auto unit = held ? unit_point(*held, scene().range) : std::nullopt;
    if (unit) draw_held_point(painter, projection_.to_screen(*unit), medium.medium);
  }
  for (const bool here : {false, true}) {
    const auto& view = here ? medium.here : medium.there;
    const auto unit = view ? unit_point(view->now, scene().range) : std::nullopt;
    if (!unit) continue;
    paint_drop_lines(painter, *unit, colour_of(medium.medium));
    draw_point(painter, projection_.to_screen(*unit), medium.medium, here);
  }
}

void OctantView::paint_legend(QPainter& painter) const {
  const auto metrics = painter.fontMetrics();
  const double y = height() - 0.5 * metrics.height() - px(1);
  double x = px(8);
  const auto words = [&](const QString& text) {
    painter.setPen(colours().muted);
    painter.drawText(QPointF(x, y + 0.35 * metrics.ascent()), text);
    x += metrics.horizontalAdvance(text) + px(10);
  };
  const auto mark = [&](Medium medium, bool here) {
    draw_point(painter, {x, y}, medium, here, 4);
    x += px(8);
  };
  for (const RegionMedium& medium : scene().media) {
    mark(medium.medium, true);
    words(Tr::tr("%1 local").arg(name_of(medium.medium)));
    if (!medium.there) continue;
    mark(medium.medium, false);
    words(Tr::tr("remote"));
  }
  const bool held = std::any_of(scene().media.begin(), scene().media.end(),
                                [](const RegionMedium& m) { return m.held_here || m.held_there; });
  if (held) {
    draw_held_point(painter, {x, y}, scene().media.front().medium);
    x += px(10);
    words(Tr::tr("held"));
  }
  const auto best = Tr::tr("smaller is better");
  if (x + metrics.horizontalAdvance(best) < width() - px(4)) {
    x = width() - px(4) - metrics.horizontalAdvance(best);
    words(best);
  }
}

}  // namespace jitterscope
