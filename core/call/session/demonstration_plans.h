#pragma once
// The plans of the guided comparisons in a call (Demonstrate), made for what the call is like when they begin.
#include <functional>
#include <optional>
#include <string>

#include "core/call/session/guided_comparison.h"
#include "core/measures/views/stream_snapshot.h"

namespace jitterscope {

// Shaping (sun97 §3, Figs 7-9): on a link with a short queue and a Poisson background, first strategy C, then A.

struct ShapingStart {
  ShapingSetting remote;
  LinkSettings link;
  double video_kbps = 0;      // on the link, of the larger of both directions
  double blocks_a_frame = 0;  // of that direction
};

/// Video as the link has it, over its last whole seconds (at most ten), so that two looks at the same pictures agree.
struct VideoOnLink {
  double kbps = 0;            // with its headers
  double blocks_a_frame = 0;  // mean
};
/// nullopt: no video runs, or not for a second yet.
std::optional<VideoOnLink> video_on_link(const StreamSnapshot& video);

ComparisonPlan shaping_plan(const ShapingStart& start);

/// A link on which video of this rate and frame size shows the difference: video is under half of the rate, background
/// rather less, and the queue holds the packets of a mean frame where the background leaves it empty. Rate and queue
/// are round numbers, so that they are the same from one look to the next. Kept: where the queue is (relay or kernel).
LinkSettings demonstration_link(const ShapingStart& start);
/// With half the queue, where the other held the bursts.
LinkSettings tighter_link(const ShapingStart& start);
BackgroundSetting demonstration_background(const ShapingStart& start);

// Priority (claypool98 §5): with counters on the receivers' processor, first the media threads in the default class,
// then in the real-time one (or the best that is granted), with audio blocks that do not fall in step with the tick.

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

// Rate control (latecki04 §3): on a way to the remote that carries half of the picture, first without, then with the
// two-stream controller.

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
