#pragma once
// What the threads of a call tell each other for rate control, without a lock.
#include <atomic>
#include <cstdint>
#include <optional>

#include "core/base/realtime/descriptor_bell.h"
#include "core/base/realtime/latched_value.h"
#include "core/events/kinds/trend_reported.h"

namespace jitterscope {

/// What the controller wants of the picture.
struct RateTarget {
  bool controlled = false;                 // false: as the user set it
  bool sending = true;                     // false: a break, or sound alone: no picture begins
  double kbps = 0;                         // with all headers
  std::optional<double> pacing_kbps = {};  // of the bursts of a picture, with all headers; absent: no limit
  /// A controller is there but has not decided: no room for a picture, which is no break.
  static RateTarget undecided() { return {.controlled = true}; }
};

/// A trend report with its number, so that a reader sees that it is new. 0: none yet.
struct NumberedReport {
  std::uint64_t number = 0;
  TrendReported report;
};

struct RateBoard {
  LatchedValue<RateTarget> target;           // written by analysis; read by video-encode and video-send
  LatchedValue<NumberedReport> to_tell;      // written by analysis; read by rtcp: what this end measured
  std::atomic<std::int64_t> judge_from{-1};  // written by analysis; read by rtcp: for the remote. < 0: nothing asked
  DescriptorBell news;  // rung for rtcp by analysis, of this board or the reception reports, and by session, of remotes
  std::atomic<std::int64_t> asked_from{-1};  // written by rtcp; read by analysis: the remote's wish, 32 bits
};

}  // namespace jitterscope
