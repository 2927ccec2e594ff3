#pragma once
// The demonstration of a call as the log tells it: its phases are values of the setting "demonstration" (core/events/
// demonstration.h), its figures come from the video events between them.
#include <optional>

#include "core/events/demonstration.h"
#include "core/metrics/demonstration_figures.h"

namespace jitterscope {

/// Not thread-safe. A new demonstration forgets the one before.
class DemonstrationTrack {
 public:
  explicit DemonstrationTrack(Timestamp call_began) : call_began_(call_began) {}

  /// Only this end's own demonstration counts.
  void add(const SettingChanged&);
  template <typename VideoEvent>
  void add(const VideoEvent& event) {
    if (auto* figures = running()) figures->add(event);
  }
  /// nullopt: there was none. The half that runs is shown as it stands.
  std::optional<DemonstrationView> view(Timestamp now) const;

 private:
  struct Half {
    DemonstrationFigures figures;
    std::optional<DemonstrationHalf> result;  // when it has ended
  };
  DemonstrationFigures* running();
  void enter(DemonstrationPhase phase, std::string strategy, Timestamp at);

  Timestamp call_began_, phase_began_;
  std::optional<DemonstrationPhase> phase_;
  std::optional<Half> before_, after_;
};

/// What was seen, in a sentence or two. Empty when there is nothing to compare.
std::string demonstration_sentence(const DemonstrationHalf& before, const DemonstrationHalf& after);

}  // namespace jitterscope
