#include "core/measures/compare/stretch_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/algorithms/quality/quality_limits.h"
#include "core/base/stats/block_sums.h"
#include "core/base/stats/moments.h"
#include "core/base/stats/percentiles.h"
#include "core/base/units/plain_digits.h"
#include "core/measures/compare/stretch_losses.h"
#include "core/measures/definitions/known_delays.h"
#include "core/measures/definitions/stream_input.h"
#include "core/measures/offline/frame_measures.h"
#include "core/measures/offline/intervals.h"
#include "core/measures/offline/level_counts.h"
#include "core/measures/offline/media_frames.h"
#include "core/measures/offline/skew_removal.h"
#include "core/measures/offline/stream_orders.h"
#include "core/measures/offline/stream_quality.h"
#include "core/measures/views/quality_region.h"
#include "core/measures/views/stream_report.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kMostUnits = 4'000'000;
constexpr double kUpper = 0.95, kMiddle = 0.5;
constexpr double kQuarter = 0.25;  // of the blocks, for what hangs on the few earliest or latest units
constexpr double kFewLater = 4;    // units: fewer lie beyond the optimum, and it hangs on them
constexpr std::size_t kFineLevels = 32;

/// The units of a stretch in number order with what each gives to the quality space: latency, spacing, and whether it
/// was played, together, so that a resample has all three of the same units.
struct UnitSeries {
  std::vector<std::uint8_t> not_played;        // 1 = not
  std::vector<std::optional<double>> latency;  // ms
  std::vector<UnitSpacing> spacings;           // `number`: place, where the highest unit so far has its own

  /// Of the units that count for the latency.
  std::vector<double> latencies() const {
    std::vector<double> known;
    for (const auto& value : latency)
      if (value) known.push_back(*value);
    return known;
  }

  /// What each unit adds to the square of the Euclidean quality distance, less that square: exact in the square of the
  /// jitter, to first order in latency and share not played.
  std::vector<double> distance_offsets(const QualityLimits& limits) const {
    Moments latencies, gaps, losses;
    for (const auto& known : latency)
      if (known) latencies.add(*known);
    for (const UnitSpacing& spacing : spacings) gaps.add(spacing.ms);
    for (const auto lost : not_played) losses.add(lost);
    const auto units = static_cast<double>(not_played.size());
    // Of as many units as know it, each counts for more.
    const auto weight = [&](const Moments& known, QualityAxis axis) {
      return units / std::max(static_cast<double>(known.count()), 1.0) /
             (on_axis(limits, axis) * on_axis(limits, axis));
    };
    const double mean_latency = latencies.mean().value_or(0), mean_gap = gaps.mean().value_or(0);
    const double jitter2 = gaps.variance().value_or(0), loss = losses.mean().value_or(0);
    const double by_latency = 2 * mean_latency * weight(latencies, QualityAxis::kLatency);
    const double by_square = weight(gaps, QualityAxis::kJitter);
    const double by_loss = 2 * loss * weight(losses, QualityAxis::kLoss);
    std::vector<double> offsets(not_played.size());
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      offsets[i] = by_loss * (not_played[i] - loss);
      if (latency[i]) offsets[i] += by_latency * (*latency[i] - mean_latency);
    }
    for (const auto& [place, ms] : spacings)
      offsets[static_cast<std::size_t>(place)] += by_square * ((ms - mean_gap) * (ms - mean_gap) - jitter2);
    return offsets;
  }
};

std::vector<std::uint8_t> not_played_of(const StreamInput& stream, std::span<const MediaFrame> frames,
                                        std::size_t units) {
  std::vector<std::uint8_t> not_played(units, stream.units_played ? 0 : 1);
  const auto set = [&](std::int64_t number, std::uint8_t value) {
    const auto place = static_cast<std::uint64_t>(number - frames.front().number);
    if (place < units) not_played[place] = value;
  };
  if (stream.units_played)
    for (const std::int64_t number : stream.units_not_played) set(number, 1);
  else
    for (const MediaFrame& frame : frames) set(frame.number, !frame.complete);
  return not_played;
}

/// `report` = that of the same units. Absent: there are none, or their numbers run over more than four million.
std::optional<UnitSeries> unit_series(const StreamInput& stream, const StreamReport& report) {
  const StreamOrders orders = orders_of(stream);
  const std::vector<MediaFrame> frames = media_frames(stream.medium, orders.by_sequence, unread_of(stream));
  if (frames.empty()) return std::nullopt;
  const std::int64_t first = frames.front().number, came = frames.back().number - first + 1;
  const std::int64_t due = came - (stream.units_played ? stream.units_waiting : 0);
  std::int64_t around = units_around(lost_around(orders, report.expected), came, report);
  around += units_owed(stream, around);
  if (due <= 0 || came > kMostUnits || around > kMostUnits) return std::nullopt;
  const auto units = static_cast<std::size_t>(due);
  UnitSeries series{not_played_of(stream, frames, units), {}, {}};
  series.not_played.resize(units + static_cast<std::size_t>(around), 1);
  series.latency.resize(series.not_played.size());
  const auto is_in = [&](std::int64_t number) { return number >= first && number < first + due; };
  const auto end = usual_end(stream.delay_splits);
  for (std::size_t i = 0; i < stream.delay_splits.size(); ++i) {
    const auto whole = stream.delay_splits.whole(i);
    const std::int64_t unit = stream.delay_splits.unit(i);
    if (whole && stream.delay_splits.last(i) == end && is_in(unit))
      series.latency[static_cast<std::size_t>(unit - first)] = whole->ms();
  }
  // A unit that comes late makes two spacings that lie side by side in time, though its number is far back.
  std::int64_t highest = first;
  for (const UnitSpacing& spacing : unit_spacings(frames, stream.clock_rate_hz)) {
    highest = std::max(highest, spacing.number);
    if (is_in(highest)) series.spacings.push_back({highest - first, spacing.ms});
  }
  return series;
}

/// Resamples of a stretch by blocks: the same ones each time.
class Resamples {
 public:
  /// The sums outlive it.
  Resamples(const BlockSums& sums, std::size_t block_units)
      : sums_(sums), length_(sums.groups_of(block_units, kFewestLongBlocks)) {}

  /// Of each of figures(sums of a resample), a std::array, over resamples of a share of the blocks.
  template <typename Figures>
  auto variances(const Figures& figures, double share = 1) const {
    return variances_by(length_, share, figures);
  }

  /// The same, with what blocks miss: that which correlates across their ends (extrapolated from blocks of half the
  /// length), and that all are of one stretch.
  template <typename Figures>
  auto whole_variances(const Figures& figures) const {
    auto result = variances_by(length_, 1, figures);
    const auto half = length_ > 1 ? variances_by((length_ + 1) / 2, 1, figures) : result;
    const double left = 1 - static_cast<double>(length_) / static_cast<double>(sums_.groups());
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = std::max(result[i], 2 * result[i] - half[i]) / left;
    return result;
  }

  /// By Student's t, with at most kMostDegrees of freedom.
  Interval95 interval(double value, double variance) const {
    const double degrees = 1.5 * static_cast<double>(sums_.groups()) / static_cast<double>(length_) - 1;
    const double off = student_975(std::min(degrees, kMostDegrees)) * std::sqrt(variance);
    return {value - off, value + off};
  }

 private:
  static constexpr int kDraws = 199;
  // A variance from so many draws, of a quantile that hangs on the few units around it, is known to about a third.
  static constexpr double kMostDegrees = 20;

  template <typename Figures>
  auto variances_by(std::size_t length, double share, const Figures& figures) const {
    const std::size_t whole_blocks = sums_.groups() / length;
    const auto blocks = static_cast<std::size_t>(static_cast<double>(whole_blocks) * share);
    BlockStarts starts(sums_.groups(), length);
    std::vector<double> sums(sums_.columns());
    decltype(figures(std::span<const double>())) result;
    std::vector<Moments> drawn(result.size());
    for (int draw = 0; draw < kDraws; ++draw) {
      sums_.resample(starts, length, std::max<std::size_t>(blocks, 1), sums);
      const auto values = figures(std::span<const double>(sums));
      for (std::size_t i = 0; i < values.size(); ++i) drawn[i].add(values[i]);
    }
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = *drawn[i].variance();
    return result;
  }

  const BlockSums& sums_;
  std::size_t length_;  // of a block, groups
};

StretchFigure unknown(std::string why) {
  return {{}, {}, 0, std::move(why)};
}

/// The interval of the root of a mean, where `squares` are what each unit adds to the square of `root`.
std::pair<std::optional<Interval95>, std::optional<TooFew>> root_of_mean(double root, std::span<const double> squares) {
  const auto [interval, too_few] = stretch_mean_interval(root * root, squares);
  if (!interval) return {std::nullopt, too_few};
  return {Interval95{std::sqrt(std::max(interval->low, 0.0)), std::sqrt(std::max(interval->high, 0.0))}, too_few};
}

/// The reason that a longer stretch does not mend, else the one that asks for the longer stretch.
std::optional<TooFew> worse(const std::optional<TooFew>& one, const std::optional<TooFew>& other) {
  if (!one || !other) return one ? one : other;
  if (one->why != other->why) return one->why == TooFew::Why::kShort ? other : one;
  return one->times > other->times ? one : other;
}

StretchFigure loss_of(const CutStream& stretch, const StreamReport& report, std::optional<double> asked_s) {
  if (report.expected == 0) return unknown("None of its packets came.");
  if (!report.loss_ratio) return unknown("How many packets were sent is not known.");
  StretchFigure figure{report.loss_ratio};
  figure.losses = packet_losses(stretch.packets, report, asked_s);
  if (!figure.losses) return unknown("Its numbers run over more packets than can be compared.");
  return figure;
}

StretchFigure frame_loss_of(const StreamInput& frames, const StreamReport& units, std::optional<double> asked_s) {
  std::optional<LossSeries> losses = frame_losses(frames, units, asked_s);
  if (!losses) return unknown("Which packets make a frame, or how many were due, is not known.");
  StretchFigure figure{losses->share()};
  figure.losses = std::move(losses);
  return figure;
}

/// The standard deviation of the times between distinct packets in order of arrival.
StretchFigure interarrival_of(const StreamInput& stream, const StreamReport& report) {
  if (!report.interarrival.stddev) return unknown("Fewer than three packets came.");
  StretchFigure figure{report.interarrival.stddev};
  const PacketOrder packets = orders_of(stream).by_arrival;
  std::vector<double> squares;
  squares.reserve(packets.size());
  const double mean = report.interarrival.mean.value_or(0);
  for (std::size_t i = 1; i < packets.size(); ++i) {
    const double off = (packets.received(i) - packets.received(i - 1)).ms() - mean;
    squares.push_back(off * off);
  }
  std::tie(figure.interval, figure.too_few) = root_of_mean(*figure.value, squares);
  return figure;
}

/// In order of arrival, ms, less what skew added.
std::vector<double> delays_of(const StreamInput& stream, std::optional<double> skew) {
  const PacketOrder packets = orders_of(stream).by_arrival;
  std::vector<double> delays;
  delays.reserve(packets.size());
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const auto sent = packets.sent(i);
    if (!sent) continue;
    const Timestamp received = packets.received(i);
    const Duration drift = skew ? ClockSkew{*skew}.drift(received, packets.received(0)) : Duration();
    delays.push_back((received - *sent - drift).ms());
  }
  return delays;
}

/// p95 and p95 - p50.
void delay_figures(const CutStream& stretch, const StreamReport& report, const AnalysisOptions& options,
                   StretchFigure& p95, StretchFigure& spread) {
  if (!report.pdv) {
    p95 = spread = unknown("No packet tells when it was sent.");
    return;
  }
  spread.value = report.pdv->p95 - report.pdv->p50;
  if (report.delay)
    p95.value = report.delay->p95, p95.clock_error = report.delay->uncertainty.value_or(0);
  else
    p95 = unknown(why_no_delay(stretch.packets, options.clocks).value_or("One-way delay is not known."));
  const bool corrected = report.pdv->skew_removed && report.compensation;
  const std::vector<double> delays = delays_of(
      stretch.packets, corrected ? std::optional(report.compensation->skew_ppm.value_or(0) / 1e6) : std::nullopt);
  const LevelCounts levels(delays);
  std::vector<double> above = delays;
  const double limit = *percentile_by_selection(above, kUpper);
  std::ranges::transform(delays, above.begin(), [&](double delay) { return delay > limit; });
  const auto values = block_units(delays, kFewestForP95), shares = block_units(above, kFewestForP95);
  p95.too_few = spread.too_few = worse(values.too_few, shares.too_few);
  if (spread.too_few) return;
  const Resamples resamples(levels.sums(), std::max(values.units, shares.units));
  const auto [of_p95, of_spread] = resamples.whole_variances([&](std::span<const double> counts) {
    const double upper = levels.percentile(counts, kUpper);
    return std::array{upper, upper - levels.percentile(counts, kMiddle)};
  });
  if (p95.value) p95.interval = resamples.interval(*p95.value, of_p95);
  spread.interval = resamples.interval(*spread.value, of_spread);
}

/// Above the shortest transit, in number order, ms.
std::vector<double> lateness_of(const StreamInput& stream, const AnalysisOptions& options) {
  const auto units = media_frames(stream.medium, orders_of(stream).by_sequence, unread_of(stream));
  std::vector<TransitPoint> transits = frame_transits(units, options.period_ms, stream);
  if (const auto skew = skew_verdict(units, stream, options); skew.removed) remove_skew({*skew.removed}, transits);
  const Duration reference = reference_transit(transits, LatenessReference::kMinimum);
  std::vector<double> lateness(transits.size());
  std::ranges::transform(transits, lateness.begin(), [&](auto& unit) { return (unit.transit - reference).ms(); });
  return lateness;
}

/// The shortest ones, and some around the optimum.
std::vector<double> fine_levels(std::vector<double> lateness, double optimum) {
  const auto shortest = static_cast<std::ptrdiff_t>(std::min(kFineLevels, lateness.size()));
  std::ranges::partial_sort(lateness, lateness.begin() + shortest);
  std::vector<double> levels(lateness.begin(), lateness.begin() + shortest);
  for (std::size_t i = 0; i < kFineLevels; ++i)
    levels.push_back(optimum * (0.5 + static_cast<double>(i) / (kFineLevels - 1)));
  return levels;
}

/// Lateness is against the shortest transit of the stretch: the two ends of the distribution make the figure.
StretchFigure optimum_of(const StreamInput& units, const StreamReport& report, const AnalysisOptions& options) {
  if (!report.compensation) return unknown("No unit came whole, or nothing tells when it was sent.");
  const CompensationOptimum& optimum = report.compensation->optimal;
  StretchFigure figure{optimum.buffer_ms};
  const std::vector<double> lateness = lateness_of(units, options);
  const auto [units_of_block, too_few] = block_units(lateness, kFewestForP95);
  figure.too_few = too_few;
  if (too_few) return figure;
  const LevelCounts levels(lateness, fine_levels(lateness, optimum.buffer_ms));
  const Resamples resamples(levels.sums(), units_of_block);
  const auto buffer = [&](std::span<const double> counts) { return std::array{levels.optimum(counts, 0)}; };
  const auto buffer_and_shortest = [&](std::span<const double> counts) {
    return std::array{levels.optimum(counts, 0), levels.minimum(counts)};
  };
  double variance = resamples.whole_variances(buffer)[0];
  // As many blocks as there are have the stretch's own extreme unit too often for its spread.
  const auto [by_the_latest, by_the_shortest] = resamples.variances(buffer_and_shortest, kQuarter);
  const double later = optimum.dropped_percent / 100 * static_cast<double>(report.compensation->frames);
  if (later < kFewLater - 0.5) variance = std::max(variance, by_the_latest);
  figure.interval = resamples.interval(optimum.buffer_ms, variance + by_the_shortest);
  return figure;
}

/// What the region of acceptable quality uses, and the distance in it.
void quality_figures(const StreamInput& stream, const StreamReport& units, const StreamReport& report,
                     StretchFigure& latency, StretchFigure& distance) {
  const QualityPoint& point = report.quality;
  const QualityLimits limits = at_frame_rate(report.limits, point.due_per_second);
  const double clock_error = report.delay ? report.delay->uncertainty.value_or(0) : 0;
  latency = {point.latency_ms, {}, clock_error};
  distance = {verdict_of(point, QualityMetricKind::kEuclidean, limits).distance, {}, clock_error / limits.latency_ms};
  if (!latency.value) {
    latency = distance = unknown(std::string(reason_of(point.no_latency)));
    return;
  }
  if (!distance.value)
    distance = unknown(has_too_few_frames(point, report.limits)
                           ? fmt::format("A picture of which fewer than {} frames/s are due has no distance.",
                                         plain_digits(*report.limits.frames_per_second))
                           : "Jitter or the share not played is not known.");
  const auto series = unit_series(stream, units);
  if (!series) {
    latency = distance = unknown("Its numbers run over more units than can be compared.");
    return;
  }
  const auto mean = stretch_mean_interval(*latency.value, series->latencies());
  latency.interval = mean.interval, latency.too_few = mean.too_few;
  if (!distance.value) return;
  std::tie(distance.interval, distance.too_few) = root_of_mean(*distance.value, series->distance_offsets(limits));
  if (latency.too_few) distance.interval.reset(), distance.too_few = worse(distance.too_few, latency.too_few);
}

}  // namespace

CutStream stretch_of(const StreamInput& stream, const std::optional<TimeSpan>& span, const AnalysisOptions& options) {
  if (!span) return {stream, {}};
  CutStream stretch{packets_within(stream, *span), {}};
  if (has_units_apart(stream)) stretch.units = units_within(stream, *span, options);
  return stretch;
}

StretchFigures figures_of(const CutStream& stretch, const AnalysisOptions& options) {
  StreamReport report = analyze_stream(stretch.packets, options);
  const StreamReport units = stretch.units ? analyze_stream(*stretch.units, options) : report;
  if (stretch.units) report = with_units_of(units, std::move(report));
  StretchFigures result;
  result.quality = report.quality;
  result.skew_removed = report.compensation && report.compensation->skew_removed;
  result.has_frames = stretch.packets.medium_known && report.medium == Medium::kVideo;
  const auto asked_s = options.from_s && options.to_s ? std::optional(*options.to_s - *options.from_s) : std::nullopt;
  result.seconds = asked_s.value_or(report.duration_ms.value_or(0) / 1e3);
  const auto figure = [&](StretchFigureKind kind) -> StretchFigure& {
    return result.figures[static_cast<std::size_t>(kind)];
  };
  if (report.expected == 0 && units.expected == 0) {
    result.figures.fill(unknown("Nothing of it was due in this time."));
    return result;
  }
  if (report.packets == 0) result.figures.fill(unknown("None of its packets came."));
  figure(StretchFigureKind::kLoss) = loss_of(stretch, report, asked_s);
  figure(StretchFigureKind::kFrameLoss) = frame_loss_of(stretch.of_units(), units, asked_s);
  if (report.packets > 0) {
    delay_figures(stretch, report, options, figure(StretchFigureKind::kDelayP95),
                  figure(StretchFigureKind::kDelaySpread));
    figure(StretchFigureKind::kInterarrival) = interarrival_of(stretch.packets, report);
  }
  if (units.packets == 0) return result;
  figure(StretchFigureKind::kOptimalBuffer) = optimum_of(stretch.of_units(), report, options);
  quality_figures(stretch.of_units(), units, report, figure(StretchFigureKind::kLatency),
                  figure(StretchFigureKind::kDistance));
  return result;
}

}  // namespace jitterscope
