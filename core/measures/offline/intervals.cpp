#include "core/measures/offline/intervals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "core/base/stats/block_bootstrap.h"
#include "core/base/stats/highest_values.h"
#include "core/base/stats/moments.h"
#include "core/base/stats/percentiles.h"
#include "core/measures/offline/level_counts.h"

namespace jitterscope {
namespace {

constexpr IntervalReport kTooFew{std::nullopt, true};
constexpr double kFewestCounted = 4;  // independent ones, for the interval of a share

/// The variance of a share is known no better than by the independent units that make it, be they few.
double degrees_of_share(double p, const BlockSpread& spread) {
  const double counted = std::min(p, 1 - p) * spread.effective_n;
  return counted > 0 ? std::min(spread.degrees, std::max(counted, 2.0)) : spread.degrees;
}

IntervalReport report(const Interval95& interval) {
  return {interval, false};
}

/// Of a percentile: which share of the sample lies below the true one is a mean, whose spread the order statistics turn
/// into an interval of values (Woodruff 1952). `upper` = the highest values, ascending, of n.
IntervalReport woodruff_interval(double p, const GroupSums& above, const BlockSpread& series, double fewest,
                                 std::size_t n, std::span<const double> upper) {
  const auto values = static_cast<double>(n);
  // Few clusters above it look shorter than they are: blocks are no shorter than those of the series.
  const auto spread = block_spread(above, p * (1 - p), 2 * series.length);
  if (!spread || std::min(series.effective_n, spread->effective_n) < fewest) return kTooFew;
  // p is known: what is asked is which share of the sample may lie below the true percentile.
  const double half = student_975(degrees_of_share(p, *spread)) * std::sqrt(p * (1 - p) / spread->effective_n);
  const Interval95 shares{p - half, std::min(p + half, 1.0)};
  const auto at = [&](double share) {
    const double rank = share * (values - 1) - (values - static_cast<double>(upper.size()));
    const auto place = std::clamp(rank, 0.0, static_cast<double>(upper.size() - 1));
    const auto below = static_cast<std::size_t>(place);
    const std::size_t next = std::min(below + 1, upper.size() - 1);
    return upper[below] + (place - static_cast<double>(below)) * (upper[next] - upper[below]);
  };
  return report({at(shares.low), at(shares.high)});
}

struct LongBlocks {
  GroupSums sums;
  BlockSpread spread = {};
  std::optional<TooFew> too_few = {};
};

/// `fewest` = independent values that its values have to tell as much as.
LongBlocks long_blocks(std::span<const double> values, double fewest = 0) {
  Moments moments;
  for (const double value : values) moments.add(value);
  LongBlocks blocks{GroupSums(values.size(), [&](std::size_t i) { return values[i]; })};
  const auto spread = block_spread(blocks.sums, moments.variance().value_or(0));
  if (!spread) {
    blocks.too_few = TooFew{TooFew::Why::kFewValues};
    return blocks;
  }
  blocks.spread = *spread;
  const double times = std::max(static_cast<double>(kFewestLongBlocks) / spread->blocks, fewest / spread->effective_n);
  if (times > 1) blocks.too_few = TooFew{TooFew::Why::kShort, times};
  return blocks;
}

constexpr int kDraws = 399;
constexpr std::size_t kFewestBlocks = 8;  // of a resample of the optimum

}  // namespace

std::optional<SeriesIntervals> series_intervals(std::span<const double> values) {
  const std::size_t n = values.size();
  if (n == 0) return std::nullopt;
  constexpr double kUpper = 0.15;  // holds the intervals of both percentiles
  const std::vector<double> upper =
      highest_values(values, n - static_cast<std::size_t>(static_cast<double>(n) * (1 - kUpper)));
  const auto percentile = [&](double p) {
    const double rank = p * static_cast<double>(n - 1) - static_cast<double>(n - upper.size());
    return upper[static_cast<std::size_t>(std::clamp(rank, 0.0, static_cast<double>(upper.size() - 1)))];
  };
  const double p95 = percentile(0.95), p99 = percentile(0.99);
  double mean = 0;
  for (const double value : values) mean += value;
  mean /= static_cast<double>(n);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const GroupSums sums(n, [&](std::size_t i) { return values[i] - mean; });
  const GroupSums above95(n, [&](std::size_t i) { return values[i] > p95; });
  const GroupSums above99(n, [&](std::size_t i) { return values[i] > p99; });
  SeriesIntervals result{0, kTooFew, kTooFew, kTooFew};
  const auto spread = block_spread(sums, squares / std::max(static_cast<double>(n) - 1, 1.0));
  if (!spread) {
    result.effective_n = static_cast<double>(n);
    return result;
  }
  result.effective_n = spread->effective_n;
  if (result.effective_n >= kFewestForMean)
    if (const auto interval = mean_interval(mean, sums, *spread)) result.mean = report(*interval);
  result.p95 = woodruff_interval(0.95, above95, *spread, kFewestForP95, n, upper);
  result.p99 = woodruff_interval(0.99, above99, *spread, kFewestForP99, n, upper);
  return result;
}

std::optional<Interval95> percentile_interval(std::span<const double> values, double p) {
  const std::size_t n = values.size();
  const LongBlocks blocks = long_blocks(values);
  if (blocks.too_few) return std::nullopt;
  const std::vector<double> sorted = highest_values(values, n);
  const double percentile = sorted[static_cast<std::size_t>(p * static_cast<double>(n - 1))];
  const GroupSums above(n, [&](std::size_t i) { return values[i] > percentile; });
  const double fewest = std::max(kFewestForMean, 3 / (1 - p));  // as for p95 and p99
  return woodruff_interval(p, above, blocks.spread, fewest, n, sorted).interval;
}

/// By the mean of the squares.
std::optional<Interval95> stddev_interval(std::span<const double> values) {
  Moments moments;
  for (const double value : values) moments.add(value);
  if (!moments.variance()) return std::nullopt;
  const double mean = *moments.mean();
  std::vector<double> squares(values.size());
  std::ranges::transform(values, squares.begin(), [&](double value) { return (value - mean) * (value - mean); });
  const LongBlocks blocks = long_blocks(squares, kFewestForMean);
  if (blocks.too_few) return std::nullopt;
  const auto variance = mean_interval(*moments.variance(), blocks.sums, blocks.spread);
  if (!variance) return std::nullopt;
  return Interval95{std::sqrt(std::max(variance->low, 0.0)), std::sqrt(std::max(variance->high, 0.0))};
}

BlockUnits block_units(std::span<const double> values, double fewest_independent) {
  const LongBlocks blocks = long_blocks(values, fewest_independent);
  return {blocks.spread.length * blocks.sums.size(), blocks.too_few};
}

MeanInterval stretch_mean_interval(double mean, std::span<const double> offsets) {
  const LongBlocks blocks = long_blocks(offsets, kFewestForMean);
  if (blocks.too_few) return {{}, blocks.too_few};
  const auto studentised = mean_interval(mean, blocks.sums, blocks.spread);
  if (!studentised) return {{}, TooFew{TooFew::Why::kFewMakeIt}};
  const double off = student_975(blocks.spread.degrees) * std::sqrt(blocks.spread.variance);
  return {Interval95{std::min(studentised->low, mean - off), std::max(studentised->high, mean + off)}, {}};
}

std::optional<ShareInterval> share_intervals(std::span<const std::uint8_t> units) {
  const std::size_t n = units.size();
  if (n == 0) return std::nullopt;
  const GroupSums sums(n, [&](std::size_t i) { return units[i] != 0; });
  const auto counted = static_cast<std::size_t>(std::ranges::count_if(units, [](auto unit) { return unit != 0; }));
  const auto all = static_cast<double>(n), p = static_cast<double>(counted) / all;
  const auto spread = block_spread(sums, p * (1 - p));
  ShareInterval result{spread && counted > 0 ? spread->effective_n : all, kTooFew};
  const bool enough = counted == 0 || std::min(p, 1 - p) * result.effective_n >= kFewestCounted || counted == n;
  if (spread && enough && result.effective_n >= kFewestForMean)
    result.share = report(share_interval(p, result.effective_n, degrees_of_share(p, *spread)));
  return result;
}

IntervalsReport intervals_report(const PacketTimes& by_arrival, const PacketOrder& by_sequence,
                                 std::int64_t lost_around) {
  constexpr std::int64_t kMostUnits = 100'000'000;
  IntervalsReport report;
  const std::vector<Timestamp>& received = by_arrival.received;
  if (received.empty()) return report;
  std::vector<double> values = delays_ms(by_arrival);
  report.delay = series_intervals(values);
  values.clear();
  for (std::size_t i = 1; i < received.size(); ++i) values.push_back((received[i] - received[i - 1]).ms());
  report.interarrival = series_intervals(values);
  values = std::vector<double>();
  const std::int64_t first = by_sequence.sequence(0);
  const std::int64_t expected = by_sequence.sequence(by_sequence.size() - 1) - first + 1;
  if (expected > kMostUnits || lost_around > kMostUnits) return report;
  std::vector<std::uint8_t> lost(static_cast<std::size_t>(expected + lost_around), 1);
  for (std::size_t i = 0; i < by_sequence.size(); ++i)
    lost[static_cast<std::size_t>(by_sequence.sequence(i) - first)] = 0;
  if (const auto loss = share_intervals(lost)) {
    report.loss_ratio = loss->share;
    report.loss_effective_n = loss->effective_n;
  }
  return report;
}

ShareInterval optimum_interval(std::span<const Duration> lateness) {
  const std::size_t n = lateness.size();
  const GroupSums sums(n, [&](std::size_t i) { return lateness[i].ms(); });
  Moments moments;
  for (const Duration late : lateness) moments.add(late.ms());
  ShareInterval result{static_cast<double>(n), kTooFew};
  const auto spread = block_spread(sums, moments.variance().value_or(0));
  if (!spread) return result;
  result.effective_n = spread->effective_n;
  if (result.effective_n < kFewestForP95) return result;
  std::vector<double> buffers(n);
  std::ranges::transform(lateness, buffers.begin(), [](Duration late) { return std::max(late.ms(), 0.0); });
  const LevelCounts levels(buffers, std::array{0.0});
  const BlockSums& units = levels.sums();
  const std::size_t length = units.groups_of(spread->length * sums.size(), kFewestBlocks);
  std::vector<double> optima, counts(units.columns());
  BlockStarts starts(units.groups(), length);
  for (int draw = 0; draw < kDraws; ++draw) {
    units.resample(starts, length, units.groups() / length, counts);
    optima.push_back(levels.optimum(counts, 0));
  }
  std::sort(optima.begin(), optima.end());
  result.share = report({optima[kDraws / 40], optima[kDraws - 1 - kDraws / 40]});
  return result;
}

}  // namespace jitterscope
