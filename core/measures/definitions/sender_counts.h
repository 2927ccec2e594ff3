#pragma once
// What the reports of a stream's sender say beyond the packets that came: a stream may stop early.
#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/units/time.h"
#include "core/measures/definitions/stream_input.h"

namespace jitterscope {

/// A report younger than this may count packets that are still under way.
inline constexpr Duration kUnderWay = Duration::seconds(1);

/// A sender's count (modulo 2^32) beside the highest number that had come of it then.
/// The count begins with the sender's own first packet, long before, maybe: only its growth tells something.
struct CountedPackets {
  std::int64_t counted = 0, highest = 0;
};

/// Packets that the sender counted between the two beyond the numbers; 0 where the count means something else.
inline std::int64_t packets_beyond(const CountedPackets& first, const CountedPackets& last) {
  constexpr std::int64_t kCycle = std::int64_t{1} << 32, kMost = 10'000'000;
  const std::int64_t beyond = ((last.counted - first.counted) - (last.highest - first.highest)) & (kCycle - 1);
  return beyond <= kMost ? beyond : 0;
}

/// Of one SSRC. A report is of the packets that came before it, whichever of them is given first: analysis takes what
/// was received and what was reported from two rings.
class SenderCounts {
 public:
  /// Packets in the order in which they came; highest: the highest number until then.
  void add_packet(Timestamp received, std::int64_t highest);
  void add_report(const SenderCount&);
  /// Packets behind the highest one that only the reports tell of.
  std::int64_t beyond(Timestamp now, std::int64_t highest);

 private:
  struct HighestAt {
    Timestamp at;
    std::int64_t highest = 0;
  };
  std::deque<SenderCount> counts_;  // younger than kUnderWay, and the one before
  std::deque<HighestAt> recent_;    // until the first report, of kUnderWay
  std::optional<SenderCount> first_;
  std::int64_t highest_at_first_ = 0;
};

}  // namespace jitterscope
