#include "core/measures/tracks/streams/measures_track.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/stats/box_plot.h"
#include "core/measures/definitions/histogram.h"
#include "core/measures/definitions/interarrival.h"
#include "core/measures/tracks/streams/periodic_spike.h"

namespace jitterscope {
namespace {

/// Samples [first, end) of the ring, and the moments and bins of all intervals of the stretch, which may be more.
struct SampleStretch {
  std::uint64_t first = 0, end = 0;
  Moments moments;
  const BinCounts* bins = nullptr;
  bool held = true;  // the ring has every interval
};

struct Selection {
  BinCounts bins;
  SampleStretch stretch;
};

Timestamp moment_of(double at_s, Timestamp began) {
  constexpr double kFarthest = 1e8;  // three years
  return began + Duration::from_seconds(std::isnan(at_s) ? 0 : std::clamp(at_s, -kFarthest, kFarthest));
}

void select(const SampleRing& ring, const AnalysisQuery& query, Timestamp began, Selection& selection) {
  const auto [from, to] = std::minmax(query.selection_s.first, query.selection_s.second);
  SampleStretch& stretch = selection.stretch;
  stretch.first = ring.lower_bound(moment_of(from, began));
  stretch.end = ring.lower_bound(moment_of(to, began) + Duration::ns(1));
  for (std::uint64_t i = stretch.first; i < stretch.end; ++i) {
    selection.bins.add(ring[i].interval);
    stretch.moments.add(ring[i].interval.ms());
  }
  stretch.bins = &selection.bins;
}

SampleStretch stretch_of(IntervalHistory& history, MeasureWindow window) {
  const SampleRing& ring = history.samples();
  if (window == MeasureWindow::kWhole) {
    return {ring.first(), ring.end(), history.whole().moments_ms(), &history.whole().bins(), history.complete()};
  }
  const SlidingWindow& sliding = history.window(window);
  return {sliding.first(), sliding.end(), sliding.moments_ms(), &sliding.bins(), true};
}

/// Calls visit(interval ms, how many): each sample, or where they are no longer held each bin's centre.
template <typename Visit>
void for_each_interval(const SampleStretch& stretch, const SampleRing& ring, Visit visit) {
  if (stretch.held) {
    for (std::uint64_t i = stretch.first; i < stretch.end; ++i) visit(ring[i].interval.ms(), std::int64_t{1});
  } else {
    const double width_ms = static_cast<double>(stretch.bins->width_ns()) / 1e6;
    stretch.bins->for_each(
        [&](std::int64_t bin, std::int64_t n) { visit((static_cast<double>(bin) + 0.5) * width_ms, n); });
  }
}

InterarrivalReport report_of(const SampleStretch& stretch, const SampleRing& ring) {
  InterarrivalReport r = report_of_moments(stretch.moments);
  put_deviations(r, [&](auto visit) { for_each_interval(stretch, ring, visit); });
  const auto percentile = [&](double p) { return stretch.bins->percentile_ms(p, *r.min, *r.max); };
  r.p50 = percentile(0.50);
  r.p95 = percentile(0.95);
  r.p99 = percentile(0.99);
  return r;
}

/// claypool98 §3: what is above the mean, less the mean. Its variance, and what follows from it, replace the plain
/// ones.
void apply_reflection_remedy(const SampleStretch& stretch, const SampleRing& ring, InterarrivalReport& r) {
  Moments above;
  for_each_interval(stretch, ring, [&](double x, std::int64_t n) {
    for (; x >= *r.mean && n > 0; --n) above.add(x - *r.mean);
  });
  r.variance = above.variance();
  r.stddev = above.stddev();
  r.cv.reset();
  if (r.stddev && *r.mean > 0) r.cv = *r.stddev / *r.mean;
}

/// Counted in all intervals, spaced in those that are held.
std::array<ExceedanceReport, 3> exceedances_of(const SampleStretch& stretch, const SampleRing& ring,
                                               const InterarrivalReport& x) {
  return exceedance_reports(x, [&](Exceedances& exceedances) {
    for_each_interval(stretch, ring, [&](double ms, std::int64_t times) { exceedances.count(ms, times); });
    for (std::uint64_t i = stretch.first; i < stretch.end; ++i) exceedances.space(ring[i].interval.ms(), ring[i].at);
  });
}

BoxView box_view(const BoxPlot& box, double from_s, double to_s) {
  constexpr std::size_t kMostOutliers = 50;
  BoxView view{
      from_s,           to_s,        box.n, box.mean, box.low_quartile, box.median, box.high_quartile, box.low_whisker,
      box.high_whisker, box.outliers};
  if (view.outliers.size() > kMostOutliers) {
    const auto farther = [&](double a, double b) { return std::abs(a - box.median) > std::abs(b - box.median); };
    std::nth_element(view.outliers.begin(), view.outliers.begin() + kMostOutliers, view.outliers.end(), farther);
    view.outliers.resize(kMostOutliers);
    std::sort(view.outliers.begin(), view.outliers.end());
  }
  return view;
}

std::vector<BoxView> boxes_of(const SampleStretch& stretch, const SampleRing& ring, Timestamp began) {
  constexpr std::int64_t kSlices = 12;
  std::vector<BoxView> boxes;
  if (stretch.first == stretch.end) return boxes;
  const Timestamp from = ring[stretch.first].at;
  const Duration width = (ring[stretch.end - 1].at - from) / kSlices + Duration::ns(1);
  std::uint64_t at = stretch.first;
  for (std::int64_t slice = 0; slice < kSlices; ++slice) {
    const Timestamp begin = from + width * slice, end = begin + width;
    std::vector<double> intervals;
    for (; at < stretch.end && ring[at].at < end; ++at) intervals.push_back(ring[at].interval.ms());
    if (const auto box = box_plot(std::move(intervals)))
      boxes.push_back(box_view(*box, (begin - began).seconds(), (end - began).seconds()));
  }
  return boxes;
}

/// The highest delay of each slot, ms; a slot without packets has the one before it.
std::vector<double> highest_delays(const SampleStretch& stretch, const SampleRing& ring, Duration slot) {
  constexpr double kNothing = -std::numeric_limits<double>::infinity();
  std::vector<double> slots;
  std::optional<Timestamp> from;
  for (std::uint64_t i = stretch.first; i < stretch.end; ++i) {
    const auto delay = ring[i].delay();
    if (!delay) continue;
    if (!from) from = ring[i].at;
    slots.resize(static_cast<std::size_t>((ring[i].at - *from).ns() / slot.ns()) + 1, kNothing);
    slots.back() = std::max(slots.back(), delay->ms());
  }
  for (std::size_t i = 1; i < slots.size(); ++i) {
    if (slots[i] == kNothing) slots[i] = slots[i - 1];
  }
  return slots;
}

void find_spikes(const SampleStretch& stretch, const SampleRing& ring, MeasuresView& view) {
  if (stretch.first == stretch.end) return;
  constexpr std::int64_t kMostSlots = 1200;
  const Duration length = ring[stretch.end - 1].at - ring[stretch.first].at;
  const Duration slot = std::max(Duration::ms(50), length / kMostSlots);
  const std::vector<double> delays = highest_delays(stretch, ring, slot);
  const std::vector<double> r = autocorrelation(delays, delays.size() / 2);
  for (std::size_t lag = 0; lag < r.size(); ++lag) {
    view.autocorrelation.push_back({static_cast<double>(lag) * slot.seconds(), r[lag]});
  }
  view.spike = find_periodic_spike(delays, slot.seconds());
}

}  // namespace

std::optional<MeasuresView> interval_measures(IntervalHistory& history, const AnalysisQuery& query, Timestamp began) {
  const SampleRing& ring = history.samples();
  Selection selection;
  if (query.window == MeasureWindow::kSelection)
    select(ring, query, began, selection);
  else
    selection.stretch = stretch_of(history, query.window);
  const SampleStretch& stretch = selection.stretch;
  if (stretch.moments.count() == 0) return std::nullopt;
  MeasuresView view;
  view.query = query;
  view.from_s = ((stretch.held ? ring[stretch.first].at : *history.first_packet()) - began).seconds();
  view.to_s = (ring[stretch.end - 1].at - began).seconds();
  view.interarrival = report_of(stretch, ring);
  view.exceedances = exceedances_of(stretch, ring, view.interarrival);
  if (query.reflection_remedy) apply_reflection_remedy(stretch, ring, view.interarrival);
  view.linear = linear_histogram(*stretch.bins);
  view.logarithmic = logarithmic_histogram(*stretch.bins);
  view.cdf = cumulative_distribution(*stretch.bins, *stretch.moments.min(), *stretch.moments.max());
  view.boxes = boxes_of(stretch, ring, began);
  find_spikes(stretch, ring, view);
  return view;
}

void MeasuresTrack::restart() {
  history_ = IntervalHistory(memory_);
  answers_.clear();
}

std::shared_ptr<const MeasuresView> MeasuresTrack::view(Timestamp now, const AnalysisQuery& query) {
  const std::uint64_t end = history_.samples().end();
  if (const auto said = answers_.said(now, query, end, [](const auto&) { return false; })) return *said;
  auto view = interval_measures(history_, query, began_);
  return answers_.keep({query, view ? std::make_shared<const MeasuresView>(std::move(*view)) : nullptr, now, end});
}

}  // namespace jitterscope
