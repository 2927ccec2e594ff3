#pragma once
// A guided comparison in a running call (Demonstrate): conditions and one variant are set, hold, the other variant is
// set, holds, and all is as it was; where that decided nothing, once more under harder conditions. Decides what is
// asked when; owns no clock and no thread.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/units/time.h"
#include "core/events/commands.h"
#include "core/events/kinds/demonstration_entered.h"

namespace jitterscope {

/// One thing that is set, at one end: its values are of the same setting.
struct ComparedSetting {
  AnySetting before;                  // from the beginning
  std::optional<AnySetting> after;    // at the switch; absent: stays
  std::optional<AnySetting> restore;  // of the remote, which may not consent; this end restores its own (SettingLayers)
  bool of_remote() const { return restore.has_value(); }
};

struct ComparisonPlan {
  DemonstrationKind kind{};
  std::string before, after;              // the variants, as the log names them
  std::vector<ComparedSetting> settings;  // in the order in which they are set
  std::vector<AnySetting> harder = {};    // this end's, both halves of a repetition; empty: it is not repeated
};

/// Whether this is so now, as far as is known.
using Stands = std::function<bool(const AnySetting&)>;
/// Whether the figures of both halves show no difference; asked when the second one ends.
using Undecided = std::function<bool()>;

class GuidedComparison {
 public:
  struct Step {
    std::vector<AnySetting> settings;             // to be set now
    std::optional<DemonstrationEntered> entered;  // absent: no new phase; its time is for who carries it out
    bool over = false;                            // first this end's own are to be as they were
  };

  /// `now`: local.
  Step begin(ComparisonPlan plan, Timestamp now);
  /// At least each 100 ms. When something of this end no longer stands as it was set (the user set it otherwise, or a
  /// link or load could not be had), the comparison stops.
  Step tick(Timestamp now, const Stands& stands, const Undecided& undecided = {});
  /// Restores at once what stands as it was set; what was set otherwise meanwhile stays. Nothing when it is not
  /// running.
  Step stop(const Stands& stands);
  /// Nothing when it is not running; kStep and kGoOn nothing where it was not told to pause. A new one does not.
  void set_pace(DemonstrationPace pace, Timestamp now);
  /// The remote did not do what was asked: that setting of its is neither switched nor restored.
  void leave_out(const AnySetting& refused);
  bool running() const { return running_; }

 private:
  Step enter(DemonstrationPhase phase, std::vector<AnySetting> settings);
  Step settle();
  Step switch_over();
  Step begin_again(const Stands& stands);
  std::vector<AnySetting> restore(const Stands& stands) const;
  /// What was last asked for.
  const AnySetting& in_force(const ComparedSetting& setting) const;

  bool running_ = false, switched_ = false, repeated_ = false;
  bool paused_ = false, stepping_ = false;  // stepping: one end is left in spite of the pause
  bool cut_ = false;                        // a half was ended before its time: it decides nothing, and is not repeated
  DemonstrationPhase phase_ = DemonstrationPhase::kDone;
  Timestamp phase_began_, next_;
  ComparisonPlan plan_;
};

}  // namespace jitterscope
