#pragma once
// Where the delay of one received frame (video) or block (audio) went.
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/algorithms/quality/quality_point.h"
#include "core/base/stats/packed_numbers.h"
#include "core/base/units/time.h"
#include "core/events/delay_parts.h"
#include "core/events/names.h"
#include "core/measures/views/delay_split_report.h"

namespace jitterscope {

/// A part that cannot be known is absent; where one of its ends has no stamp (socket, queue, kernel to user) its time
/// is in `link`, so that the parts always sum to the whole. `link` is measured across two clocks: it is known only
/// while their error bound is, is true within that bound, and may therefore be negative; it is kept so, as the sum
/// would not hold otherwise. A part that is negative by more than that, or any other by more than its stamps' error,
/// has a stamp that is wrong: it is absent, and so is the whole. Parts that a medium does not have (shaper, reassembly
/// and decode of audio) are known and 0.
struct DelaySplit {
  Medium medium{};
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;  // frame number, as this end extends it; audio: sequence number
  Timestamp at;            // local: its last packet was received
  std::array<std::optional<Duration>, kDelayParts> parts;
  std::optional<DelayPart> last;            // the last part that is known
  std::optional<Duration> whole;            // from its own capture to the end of `last`, the sum of the parts; of units
                                            // that were played, where capture and clocks are known
  std::optional<double> clock_bound_ms;     // half-width, of `link` and `whole`; present with `link`
  std::optional<Duration> waiting;          // of threads for a processor, within the parts of work
  std::optional<Duration> system, network;  // socket + kernel to user + waiting; queue + link

  std::optional<Duration>& part(DelayPart which) { return parts[static_cast<std::size_t>(which)]; }
  const std::optional<Duration>& part(DelayPart which) const { return parts[static_cast<std::size_t>(which)]; }
};

/// Splits of a stream, of which a file may hold millions: about 40 bytes each. None is changed once it is in. Whoever
/// goes over many of them asks for the columns it needs.
class DelaySplits {
 public:
  DelaySplits() = default;
  DelaySplits(const std::vector<DelaySplit>& splits) {
    for (const DelaySplit& split : splits) push_back(split);
  }

  void push_back(const DelaySplit& split);
  std::size_t size() const { return columns_[kAt].size(); }
  bool empty() const { return size() == 0; }
  DelaySplit operator[](std::size_t i) const;

  Medium medium(std::size_t i) const { return static_cast<Medium>(columns_[kMedium][i]); }
  Timestamp at(std::size_t i) const { return Timestamp::ns(columns_[kAt][i]); }
  std::optional<Duration> part(DelayPart which, std::size_t i) const { return duration(static_cast<int>(which), i); }
  std::int64_t unit(std::size_t i) const { return columns_[kFrame][i]; }  // frame or sequence number
  std::optional<DelayPart> last(std::size_t i) const;
  std::optional<Duration> whole(std::size_t i) const { return duration(kWhole, i); }
  std::optional<Duration> system(std::size_t i) const { return duration(kSystem, i); }
  std::optional<Duration> network(std::size_t i) const { return duration(kNetwork, i); }
  std::optional<double> clock_bound_ms(std::size_t i) const;

 private:
  enum Column {
    kWhole = kDelayParts,
    kWaiting,
    kSystem,
    kNetwork,
    kAt,
    kFrame,
    kLast,
    kBound,
    kMedium,
    kSsrc,
    kColumns
  };
  std::optional<Duration> duration(int column, std::size_t i) const {
    const std::int64_t ns = columns_[static_cast<std::size_t>(column)][i];
    return ns == PackedNumbers::kAbsent ? std::nullopt : std::optional(Duration::ns(ns));
  }
  std::array<PackedNumbers, kColumns> columns_;  // the parts first
};

/// Where a whole that ends with this part (playout or display) ends.
LatencyEnd latency_end(Medium, DelayPart last);

/// Why no unit of a stream has a whole.
NoLatency why_no_whole(const DelaySplits&);

/// Of the sum of two means, ms (nahrstedt94 Fig 7).
struct DelayShares {
  std::optional<double> system, network;
};
/// Absent where the clock bound is wider than the sum, or unknown: then nothing can be said. A network's time that is
/// negative within the bound and the kernel stamps' error counts as none.
DelayShares delay_shares(std::optional<double> system_ms, std::optional<double> network_ms,
                         std::optional<double> clock_bound_ms);

/// The further part of two at which wholes end where at least a tenth do: a screen slower than the pictures paints
/// some of them, a covered window one by chance. Absent without wholes. Counts: of wholes that end with playout, and of
/// those that end with display.
std::optional<DelayPart> usual_end(std::int64_t handed_over, std::int64_t at_the_end);
std::optional<DelayPart> usual_end(const DelaySplits&);

/// Absent without splits. All parts and `whole` are of the same units: those whose whole ends at the usual part; where
/// no unit has a whole, parts are of all units.
std::optional<DelaySplitReport> delay_split_report(const DelaySplits&);
/// Of the means over the splits of which both are known, with their mean bound.
DelayShares delay_shares(const DelaySplits&);

}  // namespace jitterscope
