#pragma once
// Demonstrate -> Shaping (sun97 §3, Figs 7-9): in a running call, a link with a short queue and a Poisson background,
// first strategy C, then A, then everything as it was. Decides what is asked when; owns no clock and no thread.
#include <string>
#include <vector>

#include "core/events/commands.h"
#include "core/events/demonstration.h"
#include "core/units/time.h"

namespace jitterscope {

/// What the call is like when the demonstration begins.
struct DemonstrationStart {
  ShapingSetting mine, theirs;
  LinkSettings link;
  BackgroundSetting background;
  double video_kbps = 0;      // the larger of both directions, RTP packets
  double blocks_a_frame = 0;  // of that direction
};

class ShapingDemonstration {
 public:
  struct Step {
    std::vector<Command> commands;  // to be carried out now
    std::string mark;               // value of the setting "demonstration"; empty = no new phase
  };

  /// `now`: local.
  Step begin(const DemonstrationStart& start, Timestamp now);
  /// At least each 100 ms.
  Step tick(Timestamp now);
  /// Restores at once. Nothing when it is not running.
  Step stop();
  bool running() const { return running_; }
  /// What the link is set to while it runs.
  const LinkSettings& link() const { return link_; }

 private:
  Step enter(DemonstrationPhase phase, std::vector<Command> commands);
  std::vector<Command> restore() const;

  bool running_ = false;
  DemonstrationPhase phase_ = DemonstrationPhase::kDone;
  Timestamp next_;
  DemonstrationStart start_;
  LinkSettings link_;
};

/// A link on which video of this rate and frame size shows the difference: video is under half of the rate, background
/// rather less, and the queue holds a mean frame's packets. Kept: where the queue is (relay or kernel).
LinkSettings demonstration_link(const DemonstrationStart& start);
BackgroundSetting demonstration_background(const DemonstrationStart& start);

}  // namespace jitterscope
