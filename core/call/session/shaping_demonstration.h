#pragma once
// Demonstrate -> Shaping (sun97 §3, Figs 7-9): on a link with a short queue and a Poisson background, first strategy C,
// then A.
#include <optional>

#include "core/call/session/guided_comparison.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope {

/// What the call is like when the demonstration begins.
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

}  // namespace jitterscope
