#pragma once
// Demonstrate -> Priority (claypool98 §5): under counters on every core, first the media threads in the default class,
// then in the real-time one, with audio blocks that do not fall in step with the tick.
#include "core/call/guided_comparison.h"

namespace jitterscope {

/// What the call is like when the demonstration begins.
struct PriorityStart {
  int processors = 1;
  int cpu_load = 0;
  int audio_block = 256;
  std::optional<int> their_audio_block;  // absent = unknown: left as it is
  PrioritySettings mine, theirs;         // of the media threads; a role that is not named stays as it is
};

/// Both ends send free blocks and change their classes: the spacing of what arrives here is the far sender's too.
/// Counters run at this end only.
ComparisonPlan priority_plan(const PriorityStart& start);

/// For both ends of a call to be pressed even when they share the machine; never fewer than run already.
int demonstration_counters(const PriorityStart& start);

}  // namespace jitterscope
