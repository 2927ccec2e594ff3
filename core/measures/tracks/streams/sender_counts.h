#pragma once
// What the reports of a stream's sender say beyond the packets that came.
#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/units/time.h"
#include "core/measures/definitions/stream_input.h"

namespace jitterscope {

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
