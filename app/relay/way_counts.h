#pragma once
// What the relay counts of one direction of its link, sans-IO.
#include <cstdint>
#include <vector>

#include "core/algorithms/link/network.h"
#include "core/base/units/time.h"
#include "core/events/kinds/link_report.h"

namespace jitterscope {

/// Of the relay's own delay in a tenth of a second, the median: beyond it what is measured is not the model.
inline constexpr Duration kLongestOwnDelay = Duration::ms(1);

class WayCounts {
 public:
  enum class Content : std::uint8_t { kRtp, kOther, kBackground };  // RTP; RTCP and control; made by the model itself

  explicit WayCounts(LinkWay way);

  // Once for each packet and what became of it; offered + duplicated = delivered + dropped + what is inside.
  void offered(Content content);
  void delivered(int bytes_on_link, bool duplicate);
  void dropped(LinkDrop reason, Content content);
  /// How long after the model's time a packet left.
  void own_delay(Duration delay);
  /// As it stands after each change.
  void queue(const link::QueueState& state);
  /// Not within a report of its own, but the next one says overloaded.
  void overloaded() { overloaded_ = true; }

  /// Begins a new stretch for all that is "since the last report".
  LinkReport report(Timestamp at);

 private:
  static constexpr std::size_t kMostOwnDelays = 4096;  // of a tenth of a second; more do not move the median
  LinkReport totals_;
  std::vector<Duration> own_delays_;  // since the last report, at most kMostOwnDelays
  std::int64_t delivered_bytes_ = 0;  // since the last report
  bool overloaded_ = false;
};

}  // namespace jitterscope
