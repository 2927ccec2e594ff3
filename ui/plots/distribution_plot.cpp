#include "ui/plots/distribution_plot.h"

#include <algorithm>
#include <cmath>

#include "core/measures/views/compensation_report.h"
#include "core/measures/views/measures_view.h"
#include "ui/tr.h"
#include "ui/words/media.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr double kRoomAbove = 1.1, kLeastAcross = 0.01;  // ms

double share_percent(std::int64_t count, const MeasuresView& view) {
  return view.interarrival.n > 0 ? 100.0 * static_cast<double>(count) / static_cast<double>(view.interarrival.n) : 0;
}

/// Percent not longer than `ms`.
double cumulative_at(const std::vector<CurvePoint>& cdf, double ms) {
  const auto above = std::upper_bound(cdf.begin(), cdf.end(), ms,
                                      [](double at, const CurvePoint& point) { return at < point.buffer_ms; });
  return above == cdf.begin() ? 0 : std::prev(above)->dropped_percent;
}

const HistogramBin* bin_at(const std::vector<HistogramBin>& bins, double ms) {
  const auto after = std::upper_bound(bins.begin(), bins.end(), ms,
                                      [](double at, const HistogramBin& bin) { return at < bin.low_ms; });
  if (after == bins.begin() || std::prev(after)->high_ms <= ms) return nullptr;
  return &*std::prev(after);
}

}  // namespace

DistributionPlot::DistributionPlot(ViewState& view, Kind kind, QWidget* parent) : ValuePlot(view, parent), kind_(kind) {
  const bool histogram = kind == Kind::kHistogram;
  setAccessibleName(histogram ? Tr::tr("Histogram of interarrival times")
                              : Tr::tr("Cumulative distribution of interarrival times"));
  xAxis->setLabel(Tr::tr("Interarrival (ms)"));
  yAxis->setLabel(histogram ? Tr::tr("Share (%)") : Tr::tr("Not longer (%)"));
  for (auto* graphs : {&graphs_, &held_graphs_})
    for (auto& graph : *graphs) (graph = addGraph())->setLineStyle(QCPGraph::lsStepLeft);
  DistributionPlot::restyle();
}

const std::vector<HistogramBin>& DistributionPlot::bins_of(const MeasuresView& view) const {
  return logarithmic_ ? view.logarithmic : view.linear;
}

void DistributionPlot::show_measures(const Pair& now, const Pair& held, bool logarithmic) {
  if (now == now_ && held == held_ && logarithmic == logarithmic_) return;
  if (logarithmic != logarithmic_) reset_zoom();
  now_ = now;
  held_ = held;
  logarithmic_ = logarithmic;
  for (std::size_t medium = 0; medium < 2; ++medium) {
    fill(*graphs_[medium], now[medium].get());
    fill(*held_graphs_[medium], held[medium].get());
  }
  span_axes();
}

void DistributionPlot::fill(QCPGraph& graph, const MeasuresView* view) {
  QVector<QCPGraphData> points;
  if (view && kind_ == Kind::kHistogram) {
    double end = 0;
    for (const auto& bin : bins_of(*view)) {
      if (!points.isEmpty() && bin.low_ms > end) points.push_back({end, 0});
      points.push_back({bin.low_ms, share_percent(bin.count, *view)});
      end = bin.high_ms;
    }
    if (!points.isEmpty()) points.push_back({end, 0});
  } else if (view) {
    for (const auto& point : view->cdf) points.push_back({point.buffer_ms, point.dropped_percent});
  }
  graph.data()->set(points, true);
}

void DistributionPlot::span_axes() {
  double low = 1e9, high = kLeastAcross, top = 0, least_share = 100;
  for (const auto* pair : {&now_, &held_})
    for (const auto& view : *pair) {
      if (!view || view->interarrival.n == 0) continue;
      low = std::min(low, view->interarrival.min.value_or(low));
      high = std::max(high, view->interarrival.max.value_or(high));
      least_share = std::min(least_share, share_percent(1, *view));
      for (const auto& bin : bins_of(*view)) top = std::max(top, share_percent(bin.count, *view));
    }
  low = std::clamp(low, kLeastAcross, high / 10);
  const bool histogram = kind_ == Kind::kHistogram;
  const auto scale = [](QCPAxis& axis, bool log) {
    if (log == (axis.scaleType() == QCPAxis::stLogarithmic)) return;
    axis.setScaleType(log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis.setTicker(log ? QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog) : QSharedPointer<RoundTicker>::create());
    axis.setNumberFormat("g");
  };
  scale(*xAxis, logarithmic_);
  scale(*yAxis, logarithmic_ && histogram);
  const auto across = logarithmic_ ? QCPRange(low, high * kRoomAbove) : QCPRange(0, high * 1.02);
  if (!histogram)
    set_natural(across, {-2, 103});
  else if (logarithmic_)
    set_natural(across, {least_share / 2, std::max(2 * least_share, top * 2)});
  else
    set_natural(across, {-top / 60, std::max(top * kRoomAbove, 1e-3)});
}

int DistributionPlot::points_shown(int medium, bool held) const {
  return (held ? held_graphs_ : graphs_)[static_cast<std::size_t>(medium)]->dataCount();
}

QStringList DistributionPlot::values_at(double ms) const {
  QStringList lines;
  for (std::size_t medium = 0; medium < 2; ++medium) {
    const auto* view = now_[medium].get();
    if (!view || view->interarrival.n == 0) continue;
    if (kind_ == Kind::kCumulative)
      lines << Tr::tr("%1  %2 % not longer").arg(Tr::tr(kMediumNames[medium]), figure(cumulative_at(view->cdf, ms)));
    else if (const auto* bin = bin_at(bins_of(*view), ms))
      lines << QString("%1  %2 – %3 ms: %4 (%5 %)")
                   .arg(Tr::tr(kMediumNames[medium]), figure(bin->low_ms), figure(bin->high_ms), count_text(bin->count),
                        figure(share_percent(bin->count, *view)));
  }
  if (!lines.isEmpty()) lines.prepend(figure(std::optional(ms), "ms"));
  return lines;
}

void DistributionPlot::restyle() {
  ValuePlot::restyle();
  for (std::size_t medium = 0; medium < 2; ++medium) {
    auto tint = colours()[kMediumHues[medium]];
    graphs_[medium]->setPen(series_pen(kMediumHues[medium]));
    tint.setAlphaF(0.2F);
    graphs_[medium]->setBrush(kind_ == Kind::kHistogram ? QBrush(tint) : QBrush(Qt::NoBrush));
    held_graphs_[medium]->setPen(series_pen(Hue::kHeld, Qt::DashLine));
  }
}

CsvTable DistributionPlot::table() const {
  const bool histogram = kind_ == Kind::kHistogram;
  CsvTable table{accessibleName(), histogram ? QStringList{"series", "from_ms", "to_ms", "count"}
                                             : QStringList{"series", "interarrival_ms", "not_longer_percent"}};
  for (std::size_t medium = 0; medium < 2; ++medium) {
    const auto* view = now_[medium].get();
    if (!view) continue;
    if (histogram)
      for (const auto& bin : bins_of(*view))
        table.rows.push_back(
            {kMediumNames[medium], csv_number(bin.low_ms), csv_number(bin.high_ms), QString::number(bin.count)});
    else
      for (const auto& point : view->cdf)
        table.rows.push_back({kMediumNames[medium], csv_number(point.buffer_ms), csv_number(point.dropped_percent)});
  }
  return table;
}

}  // namespace jitterscope
