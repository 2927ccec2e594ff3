#pragma once
// Threads: when they woke, what they used of the processors, which class they have, what their rings dropped. Plain
// structs of the log: see events.h.
#include <cstdint>

#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope {

/// A paced thread woke for a deadline (audio-send, video-send threads).
struct ThreadWoke {
  ThreadRole role{};
  Timestamp deadline, woke;
};

/// What the kernel says of a thread now; sent when it changes.
struct ThreadStatus {
  ThreadRole role{};
  std::int32_t tid = 0;
  ShortText<24> requested,
      effective;  // "default", "nice -19", "realtime 20", "rr 20", "deadline 2/10 ms", "slice 0.1 ms"
  std::int32_t cpu = -1;
  Timestamp at;
};

/// What a thread has used of the processors since it began, as the kernel counts; twice a second (session thread).
struct ThreadLoad {
  ThreadRole role{};
  std::int32_t tid = 0;
  Duration cpu_time;                            // running
  Duration run_queue_wait;                      // ready to run, but another ran
  std::int64_t voluntary = 0, involuntary = 0;  // context switches
  std::int32_t cpu = -1;
  Timestamp at;
};

/// The class of a thread was granted, refused, lost without being asked, or taken by the watchdog.
struct ClassChanged {
  ThreadRole role{};
  std::int32_t tid = 0;
  ClassEvent change{};
  ShortText<24> requested, effective;  // as ThreadStatus's
  PriorityWay way{};
  Timestamp at;  // local
};

/// A ring or pool was full and dropped `dropped` entries since the call began.
struct RingDropped {
  ShortText<24> ring;
  std::int64_t dropped = 0;
  Timestamp at;
};

}  // namespace jitterscope
