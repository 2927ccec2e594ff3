#pragma once
// What the reports of a stream's sender say beyond the packets that came: a stream may stop early.
#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/units/time.h"
#include "core/measures/definitions/stream_input.h"

namespace jitterscope {

/// A count younger than this, or sooner after the last packet, may be of packets that are under way: those of a sender
/// that hung up then never come.
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

/// The same where the last count may be of packets under way, as the one with which the sender hung up: no more than
/// the pace between the counts allows for the time from kUnderWay after the last packet that came to that count.
struct CountedSilence {
  SenderCount first, last;
  std::int64_t highest_at_first = 0, highest = 0;  // numbers that had come when the first count was made, and at last
  Timestamp last_received;
};
std::int64_t packets_beyond(const CountedSilence&);

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
  SenderCount newest_;
  std::int64_t highest_at_first_ = 0;
  Timestamp last_received_;
};

}  // namespace jitterscope
