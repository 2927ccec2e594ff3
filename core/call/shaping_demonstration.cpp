#include "core/call/shaping_demonstration.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

// Shares of the link's rate. Together 0.85: evenly spaced packets hardly ever meet a full queue, while a whole frame
// finds room only when it is a small one and the background leaves the queue empty (platform.md, "sun97's effect").
constexpr double kVideoShare = 0.45, kBackgroundShare = 0.4;
constexpr double kSlowestKbps = 100;
constexpr int kShortestQueue = 5, kLongestQueue = 200;     // packets; a mean frame's in between
const ShapingSetting kWholeFrames{0, {}}, kSingly{1, {}};  // strategies C and A

}  // namespace

LinkSettings demonstration_link(const ShapingStart& start) {
  LinkSetting way;
  way.kernel = start.link.up.kernel;
  way.rate = DataRate::kbits_per_second(std::round(std::max(start.video_kbps / kVideoShare, kSlowestKbps)));
  way.limit_packets = std::clamp(static_cast<int>(std::lround(start.blocks_a_frame)), kShortestQueue, kLongestQueue);
  return {way, way};
}

BackgroundSetting demonstration_background(const ShapingStart& start) {
  BackgroundSetting background;
  background.kilobytes_per_second =
      std::round(demonstration_link(start).up.rate->bits_per_second() * kBackgroundShare / 8e3);
  return background;
}

ComparisonPlan shaping_plan(const ShapingStart& start) {
  const auto shaping = [](const ShapingSetting& restore, End end) {
    return ComparedSetting{SetShaping{kWholeFrames, end}, SetShaping{kSingly, end}, SetShaping{restore, end},
                           end == End::kTheirs};
  };
  return {DemonstrationKind::kShaping,
          kWholeFrames.to_string(),
          kSingly.to_string(),
          {{SetLink{demonstration_link(start)}, {}, SetLink{start.link}},
           {SetBackground{demonstration_background(start)}, {}, SetBackground{start.background}},
           shaping(start.theirs, End::kTheirs),
           shaping(start.mine, End::kMine)}};
}

}  // namespace jitterscope
