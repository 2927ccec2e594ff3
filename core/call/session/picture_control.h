#pragma once
// Who decides about this end's picture: the controller that is set, once it can.
#include <memory>

#include "core/call/analysis/analysis_thread.h"
#include "core/call/exchange/event_rings.h"
#include "core/call/session/state_news.h"

namespace jitterscope {

/// A controller that needs reports of the sound waits while no sound goes to the first remote, and the picture goes as
/// the user set it, which is told. Session thread.
class PictureControl {
 public:
  PictureControl(AnalysisThread& analysis, EventRings& rings) : analysis_(analysis), rings_(rings) {}

  /// From now on; null: nobody. `sound_goes`: to the first remote.
  void set(std::unique_ptr<RateController> controller, const RateControlSetting& setting, bool sound_goes);
  /// The sound may have begun or ended.
  void look_for_reports(const RateControlSetting& setting, bool sound_goes);
  /// What is new and not told yet. The remote may say again and again that it wants the sound, and that it does not.
  void tell(Timestamp now);

 private:
  AnalysisThread& analysis_;
  EventRings& rings_;
  bool waits_ = false;  // for sound of this end that the remote hears
  StateNews news_;      // whether it waits for it
};

}  // namespace jitterscope
