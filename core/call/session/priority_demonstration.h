#pragma once
// Demonstrate -> Priority (claypool98 §5): with counters on the receivers' processor, first the media threads in the
// default class, then in the real-time one (or the best that is granted), with audio blocks that do not fall in step
// with the tick.
#include <functional>
#include <string>

#include "core/call/session/guided_comparison.h"

namespace jitterscope {

/// What the call is like when the demonstration begins.
struct PriorityStart {
  int processor = 0;  // for receivers and counters, while it runs
  int cpu_load = 0, video_load = 0;
  std::optional<int> remote_audio_block;                       // absent = unknown: left as it is
  PrioritySetting compared{PrioritySetting::Kind::kRealtime};  // with the default class
};

/// Both ends send free blocks. Classes, counters and processor are this end's: what arrives here is compared, and the
/// remote sends it the same way in both halves. Receivers and counters share one processor: on another, a receiver
/// that does little work is mostly run at once in any class. Where that shows nothing, two more video applications run
/// beside them.
ComparisonPlan priority_plan(const PriorityStart& start);

/// What is compared with the default class.
struct ComparedClass {
  std::optional<PrioritySetting> granted;  // the first of real-time, nice and slice; nullopt: none
  std::string refusal;                     // why not real-time, and what gives it; empty: it is granted
};
/// `why_refused`: class_right.h.
ComparedClass compared_class(const std::function<std::string(const PrioritySetting&)>& why_refused);

/// Never fewer than run already.
int demonstration_counters(const PriorityStart& start);

}  // namespace jitterscope
