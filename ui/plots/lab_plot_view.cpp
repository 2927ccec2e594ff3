#include "ui/plots/lab_plot_view.h"

#include <algorithm>

#include "ui/theme.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr double kRound = 0.04;   // of an axis, beyond what is drawn
constexpr double kGroup = 0.7;    // of the distance of two categories, for bars and boxes side by side
constexpr int kBandOpacity = 45;  // of 255
constexpr int kHues = static_cast<int>(Hue::kPlain);
constexpr double kNearZero = 0.5;  // an axis begins at 0 where its least value is below that share of its greatest

void expand(QCPRange& range, bool& any, double value) {
  range = any ? QCPRange(std::min(range.lower, value), std::max(range.upper, value)) : QCPRange(value, value);
  any = true;
}

/// With room beyond, and from 0 where that is near.
QCPRange rounded(QCPRange range) {
  if (range.lower > 0 && range.lower < kNearZero * range.upper) range.lower = 0;
  if (range.upper < 0 && range.upper > kNearZero * range.lower) range.upper = 0;
  const double beyond = kRound * (range.size() > 0 ? range.size() : std::max(1.0, std::abs(range.upper)));
  return {range.lower == 0 ? 0 : range.lower - beyond, range.upper == 0 ? 0 : range.upper + beyond};
}

bool side_by_side(const PlotLayer& layer) {
  return layer.mark == PlotMark::kBars || layer.mark == PlotMark::kBoxes;
}

bool has_intervals(const PlotLayer& layer) {
  return std::ranges::any_of(layer.points, [](const PlotPoint& point) { return point.low && point.high; });
}

}  // namespace

LabPlotView::LabPlotView(const LabPlot& plot, QWidget* parent) : PaintedPlot(parent) {
  for (auto* axis : {xAxis, yAxis}) axis->setNumberFormat("g");
  place_legend();
  show_plot(plot);
}

void LabPlotView::show_plot(const LabPlot& plot) {
  plot_ = plot;
  setAccessibleName(text_of(plot.title));
  looks_.clear();
  int next = 0;
  for (const PlotLayer& layer : plot_.layers) {
    const auto with = std::ranges::find(plot_.layers, layer.with, &PlotLayer::name);
    const auto place = static_cast<std::size_t>(with - plot_.layers.begin());
    if (layer.printed)
      looks_.push_back({-1});
    else if (!layer.with.empty() && place < looks_.size())
      looks_.push_back(looks_[place]);
    else
      looks_.push_back({next++ % kHues});
  }
  LabPlotView::restyle();
  replot(QCustomPlot::rpQueuedReplot);
}

void LabPlotView::set_small() {
  small_ = true;
  legend->setVisible(false);
  plotLayout()->take(plotLayout()->element(0, 1));
  plotLayout()->simplify();
  for (auto* axis : {xAxis, yAxis}) axis->setTickLabels(false);
  restyle();
}

void LabPlotView::restyle() {
  style_plot(*this);
  legend->setFont(small_font());
  legend->setTextColor(colours().text);
  clearPlottables();
  for (std::size_t layer = 0; layer < plot_.layers.size(); ++layer) add_layer(layer);
  set_axes();
}

QPen LabPlotView::pen_of(std::size_t layer) const {
  return looks_[layer].hue < 0 ? hairline_pen(colours().text) : series_pen(static_cast<Hue>(looks_[layer].hue));
}

void LabPlotView::add_layer(std::size_t layer) {
  const PlotLayer& one = plot_.layers[layer];
  const auto place = static_cast<int>(
      std::count_if(plot_.layers.begin(), plot_.layers.begin() + static_cast<std::ptrdiff_t>(layer), side_by_side));
  const auto count = static_cast<int>(std::ranges::count_if(plot_.layers, side_by_side));
  switch (one.mark) {
    case PlotMark::kPoints: return add_points(layer);
    case PlotMark::kLine:
      if (has_intervals(one)) add_band(layer);
      return add_line(layer);
    case PlotMark::kSteps: return add_line(layer);
    case PlotMark::kBars: return add_bars(layer, place, count);
    case PlotMark::kBoxes: return add_boxes(layer, place, count);
  }
}

void LabPlotView::add_points(std::size_t layer) {
  const PlotLayer& one = plot_.layers[layer];
  auto* graph = new QCPGraph(xAxis, yAxis);
  graph->setName(text_of(one.name));
  for (const PlotPoint& point : one.points) graph->addData(point.x, point.y);
  graph->setLineStyle(QCPGraph::lsNone);
  graph->setPen(pen_of(layer));
  graph->setScatterStyle(
      one.printed ? QCPScatterStyle(QCPScatterStyle::ssDiamond, pen_of(layer), QBrush(colours().panel), double(px(9)))
                  : QCPScatterStyle(QCPScatterStyle::ssDisc, pen_of(layer).color(), double(px(6))));
  if (has_intervals(one)) add_error_bars(graph, layer);
}

void LabPlotView::add_error_bars(QCPAbstractPlottable* of, std::size_t layer) {
  auto* bars = new QCPErrorBars(xAxis, yAxis);
  bars->removeFromLegend();
  bars->setDataPlottable(of);
  const bool on_a_bar = plot_.layers[layer].mark == PlotMark::kBars;
  bars->setPen(hairline_pen(on_a_bar || looks_[layer].hue < 0 ? colours().text : pen_of(layer).color()));
  // A graph sorts its points by x, and these go with them.
  std::vector<PlotPoint> points = plot_.layers[layer].points;
  std::ranges::stable_sort(points, {}, &PlotPoint::x);
  for (const PlotPoint& point : points)
    bars->addData(point.y - point.low.value_or(point.y), point.high.value_or(point.y) - point.y);
}

void LabPlotView::add_line(std::size_t layer) {
  const PlotLayer& one = plot_.layers[layer];
  const bool steps = one.mark == PlotMark::kSteps;
  QVector<QCPCurveData> points;
  for (const PlotPoint& point : one.points) {
    if (steps && !points.isEmpty()) points.push_back({double(points.size()), point.x, points.back().value});
    points.push_back({double(points.size()), point.x, point.y});
  }
  auto* curve = new QCPCurve(xAxis, yAxis);
  curve->data()->set(points, true);
  curve->setName(text_of(one.name));
  QPen pen = pen_of(layer);
  if (one.printed) pen.setStyle(Qt::DashLine);
  curve->setPen(pen);
  if (!steps && one.with.empty() && one.points.size() <= kMostMarks)
    curve->setScatterStyle({QCPScatterStyle::ssDisc, pen.color(), double(px(5))});
}

void LabPlotView::add_band(std::size_t layer) {
  auto* lower = new QCPGraph(xAxis, yAxis);
  auto* upper = new QCPGraph(xAxis, yAxis);
  for (const PlotPoint& point : plot_.layers[layer].points) {
    lower->addData(point.x, point.low.value_or(point.y));
    upper->addData(point.x, point.high.value_or(point.y));
  }
  QColor colour = pen_of(layer).color();
  colour.setAlpha(kBandOpacity);
  upper->setBrush(colour);
  upper->setChannelFillGraph(lower);
  for (auto* edge : {lower, upper}) edge->setPen(Qt::NoPen), edge->removeFromLegend();
}

void LabPlotView::add_bars(std::size_t layer, int place, int count) {
  const PlotLayer& one = plot_.layers[layer];
  const double width = kGroup / count;
  auto* bars = new QCPBars(xAxis, yAxis);
  bars->setName(text_of(one.name));
  bars->setWidth(width);
  QColor fill = pen_of(layer).color();
  bars->setPen(pen_of(layer));
  bars->setBrush(one.printed ? QBrush(colours().panel) : QBrush(fill));
  for (const PlotPoint& point : one.points) bars->addData(point.x + (place - (count - 1) / 2.0) * width, point.y);
  if (has_intervals(one)) add_error_bars(bars, layer);
}

void LabPlotView::add_boxes(std::size_t layer, int place, int count) {
  const PlotLayer& one = plot_.layers[layer];
  const double width = kGroup / count;
  auto* boxes = new QCPStatisticalBox(xAxis, yAxis);
  boxes->setName(text_of(one.name));
  boxes->setWidth(width * 0.8);
  boxes->setWhiskerWidth(width * 0.4);
  QColor fill = pen_of(layer).color();
  fill.setAlpha(kBandOpacity);
  boxes->setBrush(fill);
  boxes->setPen(pen_of(layer));
  boxes->setMedianPen(QPen(pen_of(layer).color(), px(2)));
  boxes->setOutlierStyle({QCPScatterStyle::ssCircle, pen_of(layer).color(), double(px(4))});
  for (const PlotBox& of : one.boxes)
    boxes->addData(of.x + (place - (count - 1) / 2.0) * width, of.box.low_whisker, of.box.low_quartile, of.box.median,
                   of.box.high_quartile, of.box.high_whisker,
                   QVector<double>(of.box.outliers.begin(), of.box.outliers.end()));
}

void LabPlotView::set_axes() {
  xAxis->setLabel(small_ ? QString() : text_of(plot_.x_label));
  yAxis->setLabel(small_ ? QString() : text_of(plot_.y_label));
  QCPRange x, y;
  bool any_x = false, any_y = false;
  for (const PlotLayer& layer : plot_.layers) {
    for (const PlotPoint& point : layer.points) {
      expand(x, any_x, point.x);
      for (const auto& value : {std::optional(point.y), point.low, point.high})
        if (value) expand(y, any_y, *value);
    }
    for (const PlotBox& box : layer.boxes) {
      expand(x, any_x, box.x);
      for (const double value : {box.box.low_whisker, box.box.high_whisker}) expand(y, any_y, value);
      for (const double value : box.box.outliers) expand(y, any_y, value);
    }
    if (layer.mark == PlotMark::kBars) expand(y, any_y, 0);
  }
  if (plot_.categories.empty()) {
    xAxis->setTicker(QSharedPointer<RoundTicker>::create());
    xAxis->setRange(rounded(x));
  } else {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (std::size_t i = 0; i < plot_.categories.size(); ++i)
      ticker->addTick(static_cast<double>(i), text_of(plot_.categories[i]));
    xAxis->setTicker(ticker);
    xAxis->setRange(-0.5, static_cast<double>(plot_.categories.size()) - 0.5);
  }
  yAxis->setRange(rounded(y));
}

/// It stands beside the axes, where it hides no curve.
void LabPlotView::place_legend() {
  legend->setVisible(true);
  legend->setBrush(Qt::NoBrush);
  legend->setBorderPen(Qt::NoPen);
  axisRect()->insetLayout()->take(legend);
  auto* beside = new QCPLayoutGrid;
  beside->addElement(0, 0, legend);
  beside->addElement(1, 0, new QCPLayoutElement(this));
  plotLayout()->addElement(0, 1, beside);
  plotLayout()->setColumnStretchFactor(1, 0.001);
  beside->setRowStretchFactor(0, 0.001);
}

}  // namespace jitterscope
