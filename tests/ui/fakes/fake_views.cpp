#include "tests/ui/fakes/fake_views.h"

#include <random>

#include "core/base/stats/box_plot.h"
#include "core/measures/definitions/compensation.h"
#include "core/measures/definitions/interarrival.h"
#include "core/measures/views/compensation_view.h"
#include "core/measures/views/measures_view.h"
#include "core/measures/views/playout_view.h"
#include "core/measures/views/quality_view.h"
#include "core/measures/views/rate_view.h"
#include "tests/ui/fakes/fake_rate.h"

namespace jitterscope {
namespace {

constexpr double kAudioMs = 32, kVideoMs = 4.87;

struct Stretch {
  double from_s, to_s;
};

Stretch stretch_of(const AnalysisQuery& query, double elapsed_s) {
  switch (query.window) {
    case MeasureWindow::k10s: return {std::max(0.0, elapsed_s - 10), elapsed_s};
    case MeasureWindow::k60s: return {std::max(0.0, elapsed_s - 60), elapsed_s};
    case MeasureWindow::k15min: return {std::max(0.0, elapsed_s - 900), elapsed_s};
    case MeasureWindow::kWhole: return {0, elapsed_s};
    case MeasureWindow::kSelection: return {query.selection_s.first, std::min(query.selection_s.second, elapsed_s)};
  }
  return {};
}

std::vector<double> intervals(Medium medium, const Stretch& stretch) {
  const bool video = medium == Medium::kVideo;
  std::mt19937 random(video ? 11U : 7U);
  std::normal_distribution<double> normal(0, 1);
  std::exponential_distribution<double> late(0.25);
  std::vector<double> found;
  const auto count = static_cast<int>(std::clamp((stretch.to_s - stretch.from_s) * (video ? 200 : 31), 0.0, 4000.0));
  for (int i = 0; i < count; ++i) {
    const double spike = i % 310 == 300 ? 38 : 0;
    found.push_back(video ? 0.2 + late(random) + (i % 14 == 0 ? 6 : 0)
                          : std::max(0.5, kAudioMs + 2.4 * normal(random) + spike));
  }
  return found;
}

double quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const auto above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - std::floor(at)) * (sorted[above] - sorted[below]);
}

InterarrivalReport report_of(const std::vector<double>& x, const std::vector<double>& sorted) {
  Moments moments;
  for (const double v : x) moments.add(v);
  InterarrivalReport r = report_of_moments(moments);
  put_deviations(r, [&x](auto visit) {
    for (const double v : x) visit(v, std::int64_t{1});
  });
  r.p50 = quantile(sorted, 0.5);
  r.p95 = quantile(sorted, 0.95);
  r.p99 = quantile(sorted, 0.99);
  return r;
}

ExceedanceReport exceedance(int n, const InterarrivalReport& of, const std::vector<double>& sorted, double seconds) {
  ExceedanceReport e{n, *of.mean + n * *of.stddev, {}, {}};
  const auto above = sorted.end() - std::upper_bound(sorted.begin(), sorted.end(), *e.threshold_ms);
  e.share = static_cast<double>(above) / static_cast<double>(sorted.size());
  if (above > 1) e.spacing_ms = {*e.threshold_ms, seconds * 1000 / static_cast<double>(above), seconds * 200};
  return e;
}

void add_histograms(MeasuresView& view, const std::vector<double>& sorted) {
  const double top = sorted.back() * 1.001;
  constexpr int kBins = 60;
  const double low = std::max(sorted.front() * 0.999, 0.01);
  for (int i = 0; i < kBins; ++i) {
    view.linear.push_back({top * i / kBins, top * (i + 1) / kBins, 0});
    view.logarithmic.push_back({low * std::pow(top / low, i / 60.0), low * std::pow(top / low, (i + 1) / 60.0), 0});
  }
  for (auto* bins : {&view.linear, &view.logarithmic})
    for (auto& bin : *bins)
      bin.count = std::lower_bound(sorted.begin(), sorted.end(), bin.high_ms) -
                  std::lower_bound(sorted.begin(), sorted.end(), bin.low_ms);
}

BoxView box_of(std::vector<double> part, double from_s, double to_s) {
  const BoxPlot box = *box_plot(std::move(part));
  BoxView view{
      from_s,           to_s,        box.n, box.mean, box.low_quartile, box.median, box.high_quartile, box.low_whisker,
      box.high_whisker, box.outliers};
  view.outliers.resize(std::min<std::size_t>(view.outliers.size(), 50));
  return view;
}

OperatingPoint point(const char* setting, bool in_force, double delay, double dropped) {
  return {*PlayoutSetting::parse(setting), in_force, 1875, delay, dropped};
}

}  // namespace

std::shared_ptr<const MeasuresView> make_measures(Medium medium, double elapsed_s, const AnalysisQuery& query) {
  auto view = std::make_shared<MeasuresView>();
  view->query = query;
  const auto stretch = stretch_of(query, elapsed_s);
  view->from_s = stretch.from_s;
  view->to_s = stretch.to_s;
  const auto x = intervals(medium, stretch);
  if (x.size() < 24) return view;
  auto sorted = x;
  std::sort(sorted.begin(), sorted.end());
  view->interarrival = report_of(x, sorted);
  const double seconds = stretch.to_s - stretch.from_s;
  for (int n = 1; n <= 3; ++n)
    view->exceedances[static_cast<std::size_t>(n - 1)] = exceedance(n, view->interarrival, sorted, seconds);
  add_histograms(*view, sorted);
  for (int i = 0; i <= 200; ++i) view->cdf.push_back({quantile(sorted, i / 200.0), i / 2.0});
  const auto slice = x.size() / 12;
  for (std::size_t i = 0; i < 12; ++i) {
    const auto at = x.begin() + static_cast<std::ptrdiff_t>(i * slice);
    view->boxes.push_back(box_of({at, at + static_cast<std::ptrdiff_t>(slice)},
                                 stretch.from_s + seconds * static_cast<double>(i) / 12,
                                 stretch.from_s + seconds * static_cast<double>(i + 1) / 12));
  }
  for (int i = 0; i < 200; ++i) view->autocorrelation.push_back({i / 8.0, std::exp(-std::abs(i % 80) / 4.0)});
  if (medium == Medium::kAudio && seconds > 30) view->spike = PeriodicSpike{10, 0.82, 38};
  return view;
}

std::shared_ptr<const CompensationView> make_compensation(Medium medium, double elapsed_s, const AnalysisQuery& query) {
  auto view = std::make_shared<CompensationView>();
  view->query = query;
  const auto stretch = stretch_of(query, elapsed_s);
  view->from_s = stretch.from_s;
  view->to_s = stretch.to_s;
  const bool video = medium == Medium::kVideo;
  std::mt19937 random(video ? 23U : 19U);
  std::exponential_distribution<double> late(video ? 1.0 / 22 : 1.0 / 9);
  std::vector<Duration> lateness{Duration()};
  for (int i = 1; i < 600; ++i)
    lateness.push_back(Duration::from_seconds((late(random) + (i % 40 == 0 ? 45 : 0)) / 1000));
  const CurveScales scales{query.gap_scale_percent, query.buffer_scale_ms};
  auto& report = view->report =
      compensation_report(lateness, query.reference == LatenessReference::kFirst ? "first" : "minimum", scales);
  report.skew_removed = query.remove_skew;
  view->skew_ppm = 3.2;
  view->points = {point("i:60", true, 60, 2.3),
                  point("e", false, 96, 0),
                  point("optimum", false, report.optimal.buffer_ms, report.optimal.dropped_percent),
                  point("ramjee1", false, 71, 2.9),
                  point("ramjee2", false, 78, 2.4),
                  point("ramjee3", false, 54, 6.1),
                  point("ramjee4", false, 52, 3.2),
                  point("queue-monitoring", false, 44, 4.8)};
  for (auto& each : view->points) each.distance = curve_distance({each.delay_ms, each.dropped_percent}, scales);
  if (!video)
    for (const double delay : {8.0, 12.0, 17.0, 25.0, 36.0, 48.0, 62.0})
      view->bound.push_back({delay, 100 * std::exp(-delay / 8)});
  return view;
}

PlayoutView make_playout(Medium medium) {
  PlayoutView view;
  const bool video = medium == Medium::kVideo;
  view.setting = PlayoutSetting::parse(video ? "optimum" : "i:60");
  view.played = video ? 1780 : 3702;
  view.late = video ? 12 : 38;
  view.lost = 3;
  view.dropped = video ? 5 : 0;
  if (!video) view.concealed = 41;
  view.gaps = video ? 17 : 29;
  view.delay_ms = video ? 74.2 : 60;
  view.added_ms = video ? 51.3 : 44.6;
  view.level_ms = video ? 66.7 : 64;
  if (!video) view.resampling_ppm = -18.4;
  view.lip_sync_ms = 4.2;
  view.lip_sync_p95_ms = 11.6;
  return view;
}

QualityView make_quality(Medium medium, double elapsed_s, bool inside) {
  QualityView view;
  const bool video = medium == Medium::kVideo;
  for (double at = std::max(1.0, elapsed_s - 300); at <= elapsed_s; at += 1) {
    const double bad = inside ? 0.3 + 0.15 * std::sin(at / 9) : 0.3 + 0.9 * (at - elapsed_s + 300) / 300;
    view.trail.push_back({at, {bad * 230, bad * (video ? 50 : 30), (video ? 0.1 : 0.02) * (1 + std::sin(at / 17))}});
  }
  if (!view.trail.empty()) view.now = view.trail.back().point;
  return view;
}

void add_views(CallSnapshot& now, const AnalysisQuery& query) {
  const double at = now.elapsed_s;
  for (const Medium medium : kMedia) {
    auto& received = now.received(medium);
    received.measures = make_measures(medium, at, query);
    received.compensation = make_compensation(medium, at, query);
    received.playout = make_playout(medium);
    received.quality = make_quality(medium, at);
    now.reported(medium).quality = make_quality(medium, at, medium == Medium::kAudio);
  }
  now.rate_sent = share(make_rate_view(Direction::kSent, at));
  now.rate_received = share(make_rate_view(Direction::kReceived, at));
}

}  // namespace jitterscope
