#pragma once
// Demonstrate -> Shaping (sun97 §3, Figs 7-9): on a link with a short queue and a Poisson background, first strategy C,
// then A.
#include "core/call/guided_comparison.h"

namespace jitterscope {

/// What the call is like when the demonstration begins.
struct ShapingStart {
  ShapingSetting mine, theirs;
  LinkSettings link;
  BackgroundSetting background;
  double video_kbps = 0;      // the larger of both directions, RTP packets
  double blocks_a_frame = 0;  // of that direction
};

ComparisonPlan shaping_plan(const ShapingStart& start);

/// A link on which video of this rate and frame size shows the difference: video is under half of the rate, background
/// rather less, and the queue holds a mean frame's packets. Kept: where the queue is (relay or kernel).
LinkSettings demonstration_link(const ShapingStart& start);
BackgroundSetting demonstration_background(const ShapingStart& start);

}  // namespace jitterscope
