#pragma once
// Demonstrate -> Rate control (latecki04 §3): on a way to the remote that carries half of the picture, first without,
// then with the two-stream controller.
#include "core/call/session/guided_comparison.h"

namespace jitterscope {

/// What the call is like when the demonstration begins.
struct RateStart {
  RateControlSetting control;               // of which thresholds and limits are kept
  bool kernel = false;                      // where the queue of the link is
  double picture_kbps = 0, sound_kbps = 0;  // on the link, as they are sent
};

/// Only what this end sends is narrowed: the way back, and thus the reports, is free.
ComparisonPlan rate_plan(const RateStart& start);

/// Half of the picture's rate beside the sound, and a queue of 0.4 s.
LinkSettings demonstration_link(const RateStart& start);

}  // namespace jitterscope
