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

LinkSettings demonstration_link(const DemonstrationStart& start) {
  LinkSetting way;
  way.kernel = start.link.up.kernel;
  way.rate = DataRate::kbits_per_second(std::round(std::max(start.video_kbps / kVideoShare, kSlowestKbps)));
  way.limit_packets = std::clamp(static_cast<int>(std::lround(start.blocks_a_frame)), kShortestQueue, kLongestQueue);
  return {way, way};
}

BackgroundSetting demonstration_background(const DemonstrationStart& start) {
  BackgroundSetting background;
  background.kilobytes_per_second =
      std::round(demonstration_link(start).up.rate->bits_per_second() * kBackgroundShare / 8e3);
  return background;
}

ShapingDemonstration::Step ShapingDemonstration::begin(const DemonstrationStart& start, Timestamp now) {
  running_ = true;
  start_ = start;
  link_ = demonstration_link(start);
  next_ = now;
  return enter(DemonstrationPhase::kSettling,
               {SetLink{link_}, SetBackground{demonstration_background(start)}, SetShaping{kWholeFrames, End::kBoth}});
}

ShapingDemonstration::Step ShapingDemonstration::tick(Timestamp now) {
  if (!running_ || now < next_) return {};
  switch (phase_) {
    case DemonstrationPhase::kSettling: return enter(DemonstrationPhase::kBefore, {});
    case DemonstrationPhase::kBefore: return enter(DemonstrationPhase::kSwitching, {SetShaping{kSingly, End::kBoth}});
    case DemonstrationPhase::kSwitching: return enter(DemonstrationPhase::kAfter, {});
    default: running_ = false; return enter(DemonstrationPhase::kDone, restore());
  }
}

ShapingDemonstration::Step ShapingDemonstration::stop() {
  if (!running_) return {};
  running_ = false;
  return enter(DemonstrationPhase::kStopped, restore());
}

ShapingDemonstration::Step ShapingDemonstration::enter(DemonstrationPhase phase, std::vector<Command> commands) {
  phase_ = phase;
  next_ += duration_of(phase);
  std::string mark(to_string(phase));
  if (phase == DemonstrationPhase::kBefore) mark += " " + kWholeFrames.to_string();
  if (phase == DemonstrationPhase::kAfter) mark += " " + kSingly.to_string();
  return {std::move(commands), std::move(mark)};
}

std::vector<Command> ShapingDemonstration::restore() const {
  return {SetShaping{start_.mine, End::kMine}, SetShaping{start_.theirs, End::kTheirs},
          SetBackground{start_.background}, SetLink{start_.link}};
}

}  // namespace jitterscope
