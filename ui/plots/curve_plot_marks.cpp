// The marks of a compensation curve: which there are, what they are called, which names are shown, and what names leave
// open.
#include <algorithm>
#include <cmath>

#include "core/events/words.h"
#include "core/measures/views/compensation_view.h"
#include "ui/plots/curve_plot.h"
#include "ui/plots/label_places.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/words/media.h"
#include "ui/words/playout_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr double kLeaderFrom = 14, kMarkRadius = 5, kMarkRoom = 6;  // px
constexpr int kBesideName = 2;

QFont font_of(const MarkLabels::Wish& wish) {
  auto font = small_font();
  if (wish.bold) font.setBold(true);
  return font;
}

void show(QCPItemText& text, const MarkLabels::Wish& wish, const QRectF& place) {
  text.setText(wish.name);
  text.setFont(font_of(wish));
  text.setPadding(px({kBesideName, 0, kBesideName, 0}));
  text.setColor(wish.chief ? colours().text : colours().muted);
  text.position->setCoords(place.topLeft());
}

void lead(QCPItemLine& leader, const QPointF& from, const QRectF& place) {
  const QPointF to(std::clamp(from.x(), place.left(), place.right()),
                   std::clamp(from.y(), place.top(), place.bottom()));
  const QLineF way(from, to);
  if (way.length() < exact_px(kLeaderFrom)) return;
  leader.setVisible(true);
  leader.setPen(hairline_pen(colours().muted));
  leader.start->setCoords(way.pointAt(exact_px(kMarkRadius) / way.length()));
  leader.end->setCoords(to);
}

constexpr double kMarksApart = 22;  // px to the next mark: else a shadow has no name
constexpr double kAvoidedStep = 6;  // px between the points of a curve that labels shall leave open
constexpr int kNarrowAxes = 320;    // px of the axes: names have room for one number

QString optimum_words(const CompensationOptimum& optimum) {
  return figure(optimum.buffer_ms, "ms") + ", " + figure(optimum.dropped_percent, "%");
}

/// "I-policy 60 ms + 20.0 ms lip-sync": it lies at 80.
QString point_name(const OperatingPoint& point) {
  constexpr double kHeldMs = 1;
  const auto name = playout_name(point.setting);
  return point.held_ms >= kHeldMs ? Tr::tr("%1 + %2 lip-sync").arg(name, figure(point.held_ms, "ms")) : name;
}

QString point_tip(Medium medium, const OperatingPoint& point) {
  const auto held = point.held_ms > 0
                        ? Tr::tr(" (%1 of it for lip-sync)").arg(figure(std::optional(point.held_ms), "ms"))
                        : QString();
  return Tr::tr("%1, %2: %3\nmean delay %4, %5 of %6 dropped\n%7")
      .arg(medium_name(medium), playout_name(point.setting), playout_sentence(point.setting),
           figure(point.delay_ms, "ms") + held, figure(point.dropped_percent, "%"), count_text(point.units),
           point.in_force ? Tr::tr("in force: measured on what was played")
                          : Tr::tr("in the shadow: on the same arrivals"));
}

/// The part of a line that lies in `area`; absent: none does. A curve may reach 10^15 pixels beyond what is shown.
std::optional<QLineF> part_within(const QRectF& area, const QLineF& line) {
  double begin = 0, end = 1;  // shares of the way
  const auto cut = [&](double start, double along, double low, double high) {
    if (along == 0) return start >= low && start <= high;
    const auto [enters, leaves] = std::minmax({(low - start) / along, (high - start) / along});
    begin = std::max(begin, enters);
    end = std::min(end, leaves);
    return begin <= end;
  };
  if (!cut(line.x1(), line.dx(), area.left(), area.right()) || !cut(line.y1(), line.dy(), area.top(), area.bottom()))
    return std::nullopt;
  return QLineF(line.pointAt(begin), line.pointAt(end));
}

}  // namespace

QRectF place_of(const QCPItemText& item) {
  return {item.topLeft->pixelPosition(), item.bottomRight->pixelPosition()};
}

void MarkLabels::place(const std::vector<Wish>& wishes, const std::vector<QRectF>& kept_free,
                       const std::vector<QPointF>& avoided) {
  std::vector<LabelWish> sizes;
  for (const auto& wish : wishes) {
    const QFontMetricsF metrics(font_of(wish));
    sizes.push_back({wish.mark, QSizeF(metrics.horizontalAdvance(wish.name) + 2 * px(kBesideName), metrics.height())});
  }
  const auto places = place_labels(plot_.axisRect()->rect(), sizes, kept_free, avoided);
  while (labels_.size() < wishes.size()) labels_.push_back(new_label());
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    const auto& [text, leader] = labels_[i];
    const bool shown = i < wishes.size() && places[i];
    text->setVisible(shown);
    leader->setVisible(false);
    if (!shown) continue;
    show(*text, wishes[i], *places[i]);
    lead(*leader, wishes[i].mark, *places[i]);
  }
}

MarkLabels::Items MarkLabels::new_label() {
  const Items items{new QCPItemText(&plot_), new QCPItemLine(&plot_)};
  for (auto* position : {items.text->position, items.leader->start, items.leader->end})
    position->setType(QCPItemPosition::ptAbsolute);
  items.text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
  return items;
}

std::vector<MarkLabels::Label> MarkLabels::shown() const {
  std::vector<Label> labels;
  for (const auto& label : labels_)
    if (label.text->visible()) labels.push_back({label.text->text(), place_of(*label.text)});
  return labels;
}

QPointF CurvePlot::pixel_of(const Mark& mark) const {
  return {xAxis->coordToPixel(mark.dropped), yAxis->coordToPixel(mark.buffer_ms)};
}

/// Marks out of view stand at the edge with their values beside their names, and those that an edge would cut at most
/// three pixels beside their place.
CurvePlot::Mark CurvePlot::mark_in_view(Mark mark) const {
  if (mark.dropped > xAxis->range().upper) mark.name += " → " + figure(mark.dropped, "%");
  if (mark.buffer_ms > yAxis->range().upper) mark.name += " ↑ " + figure(mark.buffer_ms, "ms");
  const auto within = [](double value, const QCPAxis& axis, int pixels) {
    const double room = axis.range().size() * exact_px(kMarkRoom) / std::max(pixels, px(50));
    return std::clamp(value, axis.range().lower + room, axis.range().upper - room);
  };
  mark.dropped = within(mark.dropped, *xAxis, axisRect()->width());
  mark.buffer_ms = within(mark.buffer_ms, *yAxis, axisRect()->height());
  return mark;
}

void CurvePlot::fill_marks() {
  marks_.clear();
  std::vector<Mark> shadows;
  const bool both = media_[0].now && media_[1].now, narrow = axisRect()->width() < px(kNarrowAxes);
  const auto name_of = [&](const QString& which, const CompensationOptimum& best) {
    return which + " " + (both || narrow ? figure(best.buffer_ms, "ms") : optimum_words(best));
  };
  for (const auto medium : {Medium::kAudio, Medium::kVideo}) {
    auto& drawn = media_[static_cast<std::size_t>(medium)];
    const auto put = [&](QCPGraph* graph, std::vector<Mark>& list, Mark mark) {
      mark = mark_in_view(std::move(mark));
      graph->addData(mark.dropped, mark.buffer_ms);
      list.push_back(std::move(mark));
    };
    for (auto* graph : {drawn.in_force, drawn.shadows, drawn.optimum, drawn.held_optimum, drawn.cost})
      graph->data()->clear();
    const auto name = medium_name(medium).toLower();
    if (drawn.now && !drawn.now->report.curve.empty()) {
      const auto& best = drawn.now->report.optimal;
      put(drawn.optimum, marks_,
          {best.dropped_percent, best.buffer_ms, name_of(both ? name : Tr::tr("optimum"), best),
           Tr::tr("%1, optimum of the curve: %2\nthe nearest point to the origin after scaling by %3 and %4")
               .arg(medium_name(medium), optimum_words(best), figure(drawn.now->query.gap_scale_percent, "%"),
                    figure(drawn.now->query.buffer_scale_ms, "ms")),
           false, true});
      if (const auto dropped = dropped_at(drawn.now->report.curve, buffer_ms_))
        drawn.cost->addData(*dropped, buffer_ms_);
    }
    if (drawn.held && !drawn.held->report.curve.empty()) {
      const auto& best = drawn.held->report.optimal;
      put(drawn.held_optimum, marks_,
          {best.dropped_percent, best.buffer_ms, name_of(Tr::tr("held"), best),
           Tr::tr("%1, optimum of the held curve: %2").arg(medium_name(medium), optimum_words(best)), false, true});
    }
    if (!drawn.now) continue;
    for (const auto& point : drawn.now->points)
      put(point.in_force ? drawn.in_force : drawn.shadows, point.in_force ? marks_ : shadows,
          {point.dropped_percent, point.delay_ms,
           !both            ? point_name(point)
           : point.in_force ? name + " " + point_name(point)
                            : QString(),
           point_tip(medium, point), point.in_force, point.in_force});
  }
  std::stable_partition(marks_.begin(), marks_.end(), [](const Mark& mark) { return mark.bold; });
  marks_.insert(marks_.end(), shadows.begin(), shadows.end());
  line_->start->setCoords(0, buffer_ms_);
  line_->end->setCoords(1, buffer_ms_);
  line_label_->setText(Tr::tr("buffer %1").arg(figure(buffer_ms_, "ms")));
}

std::vector<QPointF> CurvePlot::marks() const {
  std::vector<QPointF> places;
  for (const auto& mark : marks_) places.push_back(pixel_of(mark));
  return places;
}

/// Points along what is drawn of a curve, so that labels leave it open.
void CurvePlot::follow(const QCPCurve& curve, std::vector<QPointF>& points) const {
  const QRectF area = axisRect()->rect();
  const double step = exact_px(kAvoidedStep);
  std::optional<QPointF> last;
  for (const auto& corner : *curve.data()) {
    const QPointF next(xAxis->coordToPixel(corner.key), yAxis->coordToPixel(corner.value));
    if (last) {
      const QLineF segment(*last, next);
      if (segment.length() < step) continue;
      const QLineF shown = part_within(area, segment).value_or(QLineF());
      for (double done = 0; done < shown.length(); done += step) points.push_back(shown.pointAt(done / shown.length()));
    }
    last = next;
  }
}

void CurvePlot::follow_line(std::vector<QPointF>& points) const {
  const QRectF area = axisRect()->rect();
  const double y = yAxis->coordToPixel(buffer_ms_);
  for (double x = area.left(); y > area.top() && x < area.right(); x += exact_px(kAvoidedStep))
    points.emplace_back(x, y);
}

/// The name of the bound stands where the bound leaves the upper half of what is shown.
std::optional<CurvePlot::Mark> CurvePlot::bound_name(const Drawn& drawn) const {
  if (!drawn.now || drawn.now->bound.empty()) return std::nullopt;
  std::optional<Mark> best;
  double nearest = 0;
  for (const auto& point : drawn.now->bound) {
    const double across = point.dropped_percent / xAxis->range().upper, up = point.buffer_ms / yAxis->range().upper;
    if (across > 1 || up > 1) continue;
    const double away = std::abs(across - 0.45);
    if (best && away >= nearest) continue;
    nearest = away;
    best = Mark{point.dropped_percent, point.buffer_ms, Tr::tr("offline bound"), {}};
  }
  return best;
}

/// Beside the line where the note leaves room.
void CurvePlot::place_line_label() {
  const QRectF area = axisRect()->rect(), note = place_of(*note_);
  for (const auto side : {Qt::AlignRight, Qt::AlignLeft})
    for (const auto height : {Qt::AlignBottom, Qt::AlignTop}) {
      line_label_->position->setCoords(side == Qt::AlignRight ? 1 : 0, buffer_ms_);
      line_label_->setPositionAlignment(side | height);
      if (const auto place = place_of(*line_label_); !place.intersects(note) && area.contains(place)) return;
    }
}

bool CurvePlot::stands_apart(const Mark& mark) const {
  return std::count_if(marks_.begin(), marks_.end(), [&](const Mark& other) {
           const auto away = pixel_of(other) - pixel_of(mark);
           return std::hypot(away.x(), away.y()) < exact_px(kMarksApart);
         }) <= 1;  // itself
}

/// Of a crowd only the chief ones; the others tell their names to the pointer.
std::vector<CurvePlot::Mark> CurvePlot::named_marks() const {
  auto named = marks_;
  std::erase_if(named,
                [this](const Mark& mark) { return mark.name.isEmpty() || (!mark.chief && !stands_apart(mark)); });
  const auto shadow = std::find_if(named.begin(), named.end(), [](const Mark& mark) { return !mark.chief; });
  auto at = shadow - named.begin();
  for (const auto& drawn : media_)
    if (const auto mark = bound_name(drawn)) named.insert(named.begin() + at++, *mark);
  return named;
}

void CurvePlot::place_labels_now() {
  place_line_label();
  std::vector<MarkLabels::Wish> wishes;
  for (const auto& mark : named_marks()) wishes.push_back({pixel_of(mark), mark.name, mark.bold, mark.chief});
  std::vector<QRectF> kept_free;
  if (line_->visible()) kept_free.push_back(place_of(*line_label_));
  if (!note_->text().isEmpty()) kept_free.push_back(place_of(*note_));
  for (const auto& mark : marks()) kept_free.push_back(marker_at(mark));  // also where it has no name
  std::vector<QPointF> avoided;
  for (const auto& drawn : media_)
    for (const auto* curve : {drawn.curve, drawn.ghost, drawn.bound}) follow(*curve, avoided);
  if (line_->visible()) follow_line(avoided);
  labels_.place(wishes, kept_free, avoided);
}

}  // namespace jitterscope
