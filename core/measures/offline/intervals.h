#pragma once
// 95 % intervals of the figures of a stream, by a moving block bootstrap with a fixed seed.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/units/time.h"
#include "core/measures/packets/packet_order.h"
#include "core/measures/views/intervals_report.h"

namespace jitterscope {

/// Independent values that a figure needs before an interval is given: else "too few".
inline constexpr double kFewestForMean = 10, kFewestForP95 = 60, kFewestForP99 = 300;
/// Blocks of a stretch that are long enough for its correlation: with fewer nobody knows how far chance goes in it.
inline constexpr std::size_t kFewestLongBlocks = 10;

/// Why a series has no interval.
struct TooFew {
  enum class Why : std::uint8_t {
    kFewValues,  // so few that nobody knows for how long they hang together
    kShort,      // fewer than ten blocks of ten correlation times, or fewer independent values than the figure needs
    kFewMakeIt,  // a few values make the figure: how long a series would do, it does not tell
  };
  Why why{};
  double times = 0;  // kShort: a series so many times as long would do, if it goes on like this one
};

/// Of the mean, p95 and p99 of values in order of time. Absent without values. O(n).
std::optional<SeriesIntervals> series_intervals(std::span<const double> in_order);

/// Of the p-th percentile, 0.5 ... 0.99, and of the standard deviation of values in order of time. Absent: too few
/// values, or long blocks of them, or a few make the deviation. O(n log n).
std::optional<Interval95> percentile_interval(std::span<const double> in_order, double p);
std::optional<Interval95> stddev_interval(std::span<const double> in_order);

/// How many units a block must have; too few: of ten blocks of ten correlation times, or of values that would tell as
/// much if they were independent.
struct BlockUnits {
  std::size_t units = 0;
  std::optional<TooFew> too_few = {};
};
BlockUnits block_units(std::span<const double> in_order, double fewest_independent);
/// The interval of a mean, or why there is none.
struct MeanInterval {
  std::optional<Interval95> interval = {};
  std::optional<TooFew> too_few = {};  // where there is none
};
/// `offsets` are what each unit, in order, adds to the mean; what they themselves sum up to does not count.
MeanInterval stretch_mean_interval(double mean, std::span<const double> offsets);

/// Of a share: one entry a unit in order, not 0 = counted. With the effective n; absent without units.
struct ShareInterval {
  double effective_n = 0;
  IntervalReport share;
};
std::optional<ShareInterval> share_intervals(std::span<const std::uint8_t> in_order);

/// All of a stream but the optimum's. `lost_around` = numbers lost before the first packet and after the last one.
IntervalsReport intervals_report(const PacketTimes& by_arrival, const PacketOrder& by_sequence,
                                 std::int64_t lost_around = 0);

/// Of the buffer at the optimum of the compensation curve, ms, from lateness in order of time.
ShareInterval optimum_interval(std::span<const Duration> lateness_in_order);

}  // namespace jitterscope
