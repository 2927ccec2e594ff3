#include "ui/plots/time_plot.h"

#include <cmath>
#include <limits>

#include <QRubberBand>

#include "core/measures/views/log_rows.h"
#include "ui/plots/envelope_band.h"
#include "ui/plots/scale_top.h"
#include "ui/plots/series_shapes.h"
#include "ui/words/clock_ticker.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr double kRoomBelowZero = 3;    // px, so that a line at 0 is seen beside the axis
constexpr int kAboveLetters = 3;        // px of a line that no letter of an axis's name reaches
constexpr int kRoundLabel = 6;          // px: what an axis's name leaves free along the plot
constexpr int kRoomForLimit = 16;       // px above a limit's line, for its label
constexpr double kLimitLabelAt = 0.01;  // of the width
constexpr std::size_t kMostMarks = 50;
constexpr double kPoint = 4, kCross = 7;  // px: of a packet, and of one that did not come
constexpr double kLogRoom = 1.7;          // times either end of a logarithmic axis
constexpr double kLimitInReach = 4;       // times the largest value: a limit further up would flatten the data

/// The part of a series inside [from, to] and one entry beyond either end, so that lines reach the edges.
template <typename Entry>
std::pair<std::size_t, std::size_t> visible_part(const std::vector<Entry>& entries, double from, double to) {
  const auto less = [](const Entry& entry, double at) { return entry.at_s < at; };
  const auto begin = std::lower_bound(entries.begin(), entries.end(), from, less);
  const auto end = std::lower_bound(begin, entries.end(), to, less);
  const auto first = static_cast<std::size_t>(begin - entries.begin());
  const auto last = static_cast<std::size_t>(end - entries.begin());
  return {first > 0 ? first - 1 : 0, std::min(last + 1, entries.size())};
}

constexpr double kMoment = 1;         // s: more than between two redraws
constexpr double kSameLength = 1e-6;  // s

template <typename Span>
bool is_a_moment_on(const Span& before, const Span& now) {
  return std::abs(now.from - before.from) < kMoment && std::abs((now.to - now.from) - (before.to - before.from)) < 1e-3;
}

}  // namespace

TimePlot::TimePlot(ViewState& view, const QString& quantity, const QString& unit, double least_top, QWidget* parent)
    : PaintedPlot(parent),
      view_(view),
      unit_(unit),
      top_(least_top),
      band_(new QRubberBand(QRubberBand::Rectangle, this)) {
  xAxis->setTicker(QSharedPointer<ClockTicker>::create());
  axisRect()->setAutoMargins(QCP::msBottom);
  pointer_ = new QCPItemLine(this);
  pointer_->setVisible(false);
  selected_ = new ShadeItem(this);
  for (auto* corner : {selected_->topLeft, selected_->bottomRight}) corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
  connect(this, &QCustomPlot::afterLayout, this, [this] {
    label_axis();  // beside the ticks that there are now; its room is that of the margins
    if (axisRect()->height() == spanned_height_) return;
    span_axis();
    replot(QCustomPlot::rpQueuedReplot);  // the ticks of this one were counted for another height
  });
  setMouseTracking(true);
  set_quantity(quantity);
  TimePlot::restyle();
  set_least_size(this, 160, 64);
}

void TimePlot::set_quantity(const QString& quantity) {
  if (quantity == quantity_) return;
  quantity_ = quantity;
  setAccessibleName(QString(quantity).remove(QChar::SoftHyphen));
  label_axis();
}

/// The quantity with its unit in a line, in two where the plot is low, the unit or the quantity alone where it is lower
/// still, or where wide ticks leave no room for two lines.
void TimePlot::label_axis() {
  const auto whole = QString(quantity_).remove(QChar::SoftHyphen);
  const auto unit = "(" + unit_ + ")";
  auto broken = quantity_.contains(QChar::SoftHyphen) ? quantity_ + " " + unit : quantity_ + "\n" + unit;
  broken.replace(QChar::SoftHyphen, QStringLiteral("-\n"));
  const QFontMetrics metrics(small_font());
  int ticks = 0;
  for (QString words : yAxis->tickVectorLabels())
    ticks = std::max(ticks, metrics.horizontalAdvance(words.replace("e", QStringLiteral("×10"))));  // a power, as drawn
  const int middle = axisRect()->center().y(), along = 2 * std::min(middle, height() - middle) - px(kRoundLabel),
            across = plot_margins().left() - ticks - yAxis->tickLengthOut() - yAxis->tickLabelPadding() -
                     yAxis->labelPadding();
  const auto candidates =
      unit_.isEmpty() ? QStringList{whole} : QStringList{whole + " " + unit, whole + "\n" + unit, broken, unit, whole};
  auto label = candidates.last();
  for (const auto& words : candidates) {
    const auto needs = metrics.size(0, words);
    if (needs.width() > along || (needs.height() - px(kAboveLetters) > across && words.contains('\n'))) continue;
    label = words;
    break;
  }
  if (label != yAxis->label()) yAxis->setLabel(label);
}

void TimePlot::resizeEvent(QResizeEvent* event) {
  PaintedPlot::resizeEvent(event);
  label_axis();
}

void TimePlot::set_margins() {
  axisRect()->setMargins(plot_margins());
  axisRect()->setMinimumMargins(QMargins(0, 0, 0, xAxis->tickLabels() ? 0 : px(4)));
}

void TimePlot::set_time_labels(bool shown) {
  if (shown == xAxis->tickLabels()) return;  // else the next layout differs, and the plot is drawn twice
  xAxis->setTickLabels(shown);
  set_margins();
}

int TimePlot::add_series(const QString& name, Hue hue, Qt::PenStyle style) {
  auto* band = new EnvelopeBand(xAxis, yAxis);  // below the lines
  Series series{name, hue, style, band, addGraph(), addGraph(), new QCPItemLine(this), {}, {}};
  series.held->setVisible(false);
  series_.push_back(series);
  restyle();
  return static_cast<int>(series_.size()) - 1;
}

int TimePlot::add_layer(const QString& name, std::function<QColor()> colour) {
  const int index = add_series(name, Hue::kHeld);
  series_.back().layer = std::move(colour);
  restyle();
  return index;
}

void TimePlot::set_log_axis(double lowest) {
  log_from_ = lowest;
  yAxis->setScaleType(QCPAxis::stLogarithmic);
  yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
  yAxis->setNumberFormat("g");
}

void TimePlot::set_steps(int index) {
  auto& series = series_[static_cast<std::size_t>(index)];
  series.steps = true;
  series.band->set_steps(true);
  for (auto* graph : {series.upper, series.lower}) graph->setLineStyle(QCPGraph::lsStepLeft);
}

void TimePlot::set_points(int index, const std::vector<SeriesPoint>& points) {
  auto& series = series_[static_cast<std::size_t>(index)];
  const auto [first, last] = visible_part(points, view_.from(), view_.to());
  series.visible.clear();
  for (auto i = first; i < last; ++i) series.visible.push_back({points[i].at_s, points[i].value, points[i].value});
  if (!series.steps) break_at_gaps(series.visible);
  fill(series);
}

void TimePlot::set_envelope(int index, const std::vector<EnvelopeSlot>& entries) {
  auto& series = series_[static_cast<std::size_t>(index)];
  const auto [first, last] = visible_part(entries, view_.from(), view_.to());
  series.visible.assign(entries.begin() + static_cast<std::ptrdiff_t>(first),
                        entries.begin() + static_cast<std::ptrdiff_t>(last));
  if (!series.steps) break_at_gaps(series.visible);
  fill(series);
}

void TimePlot::show_as_points(Series& series, bool points) {
  const bool line = !points && !series.layer;
  series.upper->setLineStyle(series.steps           ? QCPGraph::lsStepLeft
                             : line || series.layer ? QCPGraph::lsLine
                                                    : QCPGraph::lsNone);
  series.upper->setScatterStyle(points ? QCPScatterStyle(QCPScatterStyle::ssDisc, exact_px(kPoint))
                                       : QCPScatterStyle(QCPScatterStyle::ssNone));
  if (series.lost && !points) series.lost->data()->clear();
}

void TimePlot::set_packets(int index, const std::vector<SeriesPoint>& points, const std::vector<double>& lost_at_s) {
  auto& series = series_[static_cast<std::size_t>(index)];
  series.visible.clear();
  for (const auto& point : points) series.visible.push_back({point.at_s, point.value, point.value});
  fill(series);
  show_as_points(series, true);
  if (!series.lost) {
    series.lost = addGraph();
    series.lost->setLineStyle(QCPGraph::lsNone);
  }
  QVector<QCPGraphData> lost;
  for (const double at_s : lost_at_s) lost.push_back({at_s, log_from_.value_or(0)});
  series.lost->data()->set(lost, true);
  series.lost->setScatterStyle(
      QCPScatterStyle(QCPScatterStyle::ssCross, hairline_pen(colours().danger), Qt::NoBrush, exact_px(kCross)));
}

void TimePlot::fill(Series& series) {
  show_as_points(series, false);
  QVector<QCPGraphData> upper, lower;
  std::vector<EnvelopeSlot> area;
  bool band = static_cast<bool>(series.layer);
  const double floor = log_from_.value_or(-std::numeric_limits<double>::infinity());
  for (const auto& slot : series.visible) {
    const bool gap = std::isnan(slot.max);
    area.push_back({slot.at_s, gap ? slot.min : std::max(slot.min, floor), gap ? slot.max : std::max(slot.max, floor)});
    upper.push_back({slot.at_s, area.back().max});
    lower.push_back({slot.at_s, area.back().min});
    band = band || slot.max > slot.min;
  }
  series.band->set_entries(band ? std::move(area) : std::vector<EnvelopeSlot>{});
  series.upper->data()->set(upper, true);
  series.lower->data()->set(band ? lower : QVector<QCPGraphData>{}, true);
  series.lower->setVisible(band);
}

void TimePlot::set_held(int index, std::optional<double> level) {
  auto& held = *series_[static_cast<std::size_t>(index)].held;
  held.setVisible(level.has_value());
  if (!level) return;
  held.start->setCoords(view_.from(), *level);
  held.end->setCoords(view_.to(), *level);
}

void TimePlot::show_marks(const std::vector<MarkRow>& rows) {
  std::size_t used = 0;
  for (auto row = rows.rbegin(); row != rows.rend() && used < kMostMarks; ++row) {
    if (row->at_s < view_.from() || row->at_s > view_.to()) continue;
    if (used == marks_.size()) {
      marks_.push_back(new QCPItemLine(this));
      for (auto* end : {marks_.back()->start, marks_.back()->end}) {
        end->setTypeX(QCPItemPosition::ptPlotCoords);
        end->setTypeY(QCPItemPosition::ptAxisRectRatio);
      }
    }
    auto* line = marks_[used++];
    line->setPen(hairline_pen(colours().muted, Qt::DotLine));
    line->start->setCoords(row->at_s, 0);
    line->end->setCoords(row->at_s, 1);
  }
  for (std::size_t i = 0; i < marks_.size(); ++i) marks_[i]->setVisible(i < used);
}

void TimePlot::draw(const std::vector<MarkRow>& marks) {
  show_marks(marks);
  compared_.place(view_.compared(), view_.from(), view_.to());
  cursors_.place({view_.cursor(Cursor::kA), view_.cursor(Cursor::kB)}, view_.from(), view_.to());
  if (side_drawn_ != view_.side() || scale_epoch_ != view_.scale_epoch() || view_.shows_file()) top_.reset();
  // What is held keeps its scale; held as it was followed, it keeps that too.
  const Span span{view_.from(), view_.to()};
  const bool held = !view_.following(), was_held = std::exchange(was_held_, held);
  const auto before = std::exchange(drawn_, span);
  const bool same = before && (was_held ? *before == span : is_a_moment_on(*before, span));
  const bool zoomed = before && std::abs((span.to - span.from) - (before->to - before->from)) > kSameLength;
  if (zoomed || (held && !same)) top_.reset();
  side_drawn_ = view_.side();
  scale_epoch_ = view_.scale_epoch();
  std::optional<double> lowest, highest;
  double seen = 0;  // without a few that are far above
  const auto hold = [&](double low, double high) {
    lowest = lowest ? std::min(*lowest, low) : low;
    highest = highest ? std::max(*highest, high) : high;
  };
  for (const auto& series : series_) {
    if (!series.out_of_reach) {
      for (const auto& slot : series.visible)
        if (std::isfinite(slot.max)) hold(slot.min, slot.max);
      seen = std::max(seen, scale_top(series.visible, top_.least(), !held && !view_.shows_file()));
    }
    if (!series.held->visible()) continue;
    hold(series.held->start->value(), series.held->start->value());
    seen = std::max(seen, series.held->start->value());
  }
  xAxis->setRange(view_.from(), view_.to());
  show_selection();
  lowest_ = lowest.value_or(0);
  highest_ = highest.value_or(0);
  if (fixed_) {
    yAxis->setRange(*fixed_);
  } else if (least_span_) {
    const double middle = (lowest_ + highest_) / 2, half = std::max((highest_ - lowest_) * 0.6, *least_span_ / 2);
    yAxis->setRange(middle - half, middle + half);
  } else {
    double largest = log_from_ || highest_ <= kLimitInReach * seen ? highest_ : seen;
    for (const auto& limit : limits_)
      if (limit.level <= kLimitInReach * std::max(largest, top_.least())) largest = std::max(largest, limit.level);
    yAxis->setRangeUpper(logarithmic_top_ = top_.update(largest, !held));
  }
  span_axis();
  replot(QCustomPlot::rpQueuedReplot);
}

void TimePlot::show_selection() {
  const auto [from, to] = view_.query().selection_s;
  selected_->setVisible(view_.has_selection());
  selected_->topLeft->setCoords(from, 0);
  selected_->bottomRight->setCoords(to, 1);
}

/// What depends on the plot's height: the number of ticks and the room below 0. Called again when the layout is known.
void TimePlot::span_axis() {
  spanned_height_ = axisRect()->height();
  xAxis->ticker()->setTickCount(std::max(2, axisRect()->width() / px(90)));
  yAxis->ticker()->setTickCount(std::clamp(axisRect()->height() / px(20), 2, 4));
  if (log_from_) {  // whole decades, with room for the labels of both ends
    yAxis->ticker()->setTickCount(std::clamp(axisRect()->height() / px(16), 2, 5));
    yAxis->setRange(*log_from_ / kLogRoom, kLogRoom * std::pow(10, std::ceil(std::log10(logarithmic_top_) - 0.05)));
  } else if (!least_span_ && !fixed_) {
    double top = yAxis->range().upper;
    const int label = px(kRoomForLimit), height = std::max(4 * label, axisRect()->height());
    for (const auto& limit : limits_)
      if (limit.level <= top) top = std::max(top, limit.level / (1.0 - 1.0 * label / height));
    yAxis->setRange(std::min(-top * exact_px(kRoomBelowZero) / height, lowest_ * 1.1), top);
  }
  place_limits();
  place_spikes();
}

void TimePlot::place_spikes() {
  std::vector<SpikeMarks::Line> lines;
  for (const auto& series : series_)
    if (!series.out_of_reach && !fixed_ && !log_from_) lines.push_back({&series.visible, series.hue});
  spikes_.place(lines);
}

void TimePlot::place_limits() {
  while (limit_items_.size() < limits_.size()) {
    auto& [line, label] = limit_items_.emplace_back(new QCPItemLine(this), new QCPItemText(this));
    for (auto* position : {line->start, line->end, label->position}) {
      position->setTypeX(QCPItemPosition::ptAxisRectRatio);
      position->setTypeY(QCPItemPosition::ptPlotCoords);
    }
    label->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
  }
  for (std::size_t i = 0; i < limit_items_.size(); ++i) {
    auto& [line, label] = limit_items_[i];
    const bool shown = i < limits_.size() && limits_[i].level <= yAxis->range().upper;
    line->setVisible(shown);
    label->setVisible(shown);
    if (!shown) continue;
    const double level = limits_[i].level;
    line->setPen(series_pen(Hue::kLimit));
    line->start->setCoords(0, level);
    line->end->setCoords(1, level);
    label->setFont(small_font());
    label->setColor(colours()[Hue::kLimit]);
    label->setText(limits_[i].label);
    label->position->setCoords(kLimitLabelAt, level);
    const QFontMetrics metrics(small_font());
    const bool room = yAxis->coordToPixel(level) - metrics.capHeight() - metrics.descent() >= axisRect()->top();
    label->setPositionAlignment(Qt::AlignLeft | (room ? Qt::AlignBottom : Qt::AlignTop));
  }
}

CsvTable TimePlot::table() const {
  auto table = csv_of_times();
  for (const auto& series : series_)
    for (const auto& slot : series.visible)
      if (slot.at_s >= view_.from() && slot.at_s <= view_.to() && std::isfinite(slot.max))
        add_time(table, slot.at_s, accessibleName(), series.name, series.low_of(slot), series.high_of(slot), unit_);
  return table;
}

int TimePlot::points_shown(int index) const {
  return static_cast<int>(series_[static_cast<std::size_t>(index)].visible.size());
}

void TimePlot::restyle() {
  style_plot(*this);
  set_margins();
  pointer_->setPen(hairline_pen(colours().muted));
  auto shade = colours().muted;
  shade.setAlphaF(0.18F);
  selected_->setBrush(shade);
  for (auto& series : series_) {
    const auto pen = series_pen(series.hue, series.style);
    auto tint = pen.color();
    tint.setAlphaF(0.2F);
    series.upper->setPen(pen);
    series.band->setBrush(tint);
    auto edge = pen;
    edge.setColor(QColor(tint.red(), tint.green(), tint.blue(), 110));
    series.lower->setPen(edge);
    series.held->setPen(series_pen(Hue::kHeld, Qt::DashLine));
    if (!series.layer) continue;
    series.upper->setPen(Qt::NoPen);
    series.lower->setPen(Qt::NoPen);
    series.band->setBrush(series.layer());
  }
}

}  // namespace jitterscope
