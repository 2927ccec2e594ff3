#pragma once
// The shaper's last complete schedule as video-send carried it out.
#include <cstdint>
#include <optional>

#include "core/events/kinds/frame_sent.h"
#include "core/measures/tracks/table/wants.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope {

class ScheduleTrack {
 public:
  using Wants = Events<FrameSent>;

  void add(const FrameSent& e) {
    fetching_ms_ = e.fetching.ms();
    burst_interval_ms_ = e.burst_interval.ms();
    overrun_blocks_ += e.overrun_blocks;
  }
  void fill(CallSnapshot& snapshot, Timestamp) const {
    snapshot.fetching_ms = fetching_ms_;
    snapshot.burst_interval_ms = burst_interval_ms_;
    snapshot.overrun_blocks = overrun_blocks_;
  }

 private:
  std::optional<double> fetching_ms_, burst_interval_ms_;
  std::int64_t overrun_blocks_ = 0;
};

}  // namespace jitterscope
