#pragma once
// Scheduling classes of threads: what is asked for, what the kernel grants, and why not (claypool98 §5).
#include <sys/types.h>

#include <optional>
#include <string>

#include "core/base/scheduling/priority_setting.h"
#include "core/base/scheduling/priority_way.h"
#include "core/base/scheduling/thread_role.h"

namespace jitterscope {

/// Real-time level a role gets when the setting names none: audio-send 20, audio-receive 18, video-send 12,
/// video-receive 10, watchdog 60, others 5. Low on purpose: the kernel's own threads stay above.
int default_realtime_level(ThreadRole);
/// Nice value a role gets when the setting names none: −19 for the media threads, −11 for audio-device, −5 for others.
int default_nice_level(ThreadRole);
/// As the requested class reads beside the effective one: "realtime", "realtime 30", "deadline 2/10 ms".
std::string words_of(const PrioritySetting&);

/// What the kernel says of a thread of this process.
struct EffectivePriority {
  PrioritySetting::Kind kind = PrioritySetting::Kind::kDefault;
  int level = 0;                                      // nice value, or real-time level 1 … 99
  std::optional<Duration> runtime = {}, period = {};  // SCHED_DEADLINE; runtime alone: a custom slice
  std::string to_string() const;  // "default", "nice -19", "realtime 20", "rr 20", "deadline 2/10 ms", "slice 0.1 ms"
};
/// nullopt when there is no such thread.
std::optional<EffectivePriority> effective_priority(pid_t tid);

/// The setting with what the program chooses for the role filled in. SCHED_DEADLINE: 2 ms in each 10 ms.
EffectivePriority wanted_priority(const PrioritySetting&, ThreadRole);
/// Whether a thread has what is wanted: the kind at any level, since limits may lower it; rtkit gives SCHED_RR for
/// SCHED_FIFO.
bool is_kind_of(const EffectivePriority& effective, const EffectivePriority& wanted);
/// By which right a thread of this process can have the class it has. Any normal thread.
PriorityWay way_of(const EffectivePriority&);

/// Why such a program cannot have the default class.
inline constexpr const char* kStartedNice = "The program was started with a nice value: start it without `nice`.";

struct PriorityResult {
  bool granted = false;
  PriorityWay way = PriorityWay::kNone;        // by which right; kNone when refused
  std::optional<EffectivePriority> effective;  // read back after the attempt; nullopt: the thread is gone
  std::string reason;  // why it was refused and what helps, a sentence of at most 140 bytes; empty when granted
};
/// Asks for the class for thread `tid` of this process (0 = the calling one): by the program's own right or the user's
/// limits, then of rtkit. Limits lower the level; all but the watchdog stay one below them, so that it is above them.
/// A refusal leaves the thread as it was. Default takes nice back to 0; where only that is refused, the thread leaves
/// its class all the same. Children and threads started by it begin in the default class (reset on fork). Any thread
/// that is not real-time: it allocates, and rtkit may take a second.
PriorityResult apply_priority(const PrioritySetting&, ThreadRole, pid_t tid);

}  // namespace jitterscope
