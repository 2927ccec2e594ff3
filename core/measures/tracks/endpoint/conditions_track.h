#pragma once
// Link, loads and clock of a call as its events tell them.
#include <optional>
#include <string>
#include <vector>

#include "core/base/stats/thinning_series.h"
#include "core/events/kinds/call_ended.h"
#include "core/events/kinds/clock_stepped.h"
#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/link_report.h"
#include "core/events/kinds/load_report.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/link_setting.h"
#include "core/measures/tracks/endpoint/parts/link_track.h"
#include "core/measures/tracks/table/view_making.h"
#include "core/measures/tracks/table/wants.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope {

/// Of this end; of the remote only which link it says to have set. Series are bounded.
class ConditionsTrack {
 public:
  using Wants = Events<SettingChanged, LinkReport, LoadReport, ClockSynced, ClockStepped, CallEnded>;
  static constexpr ViewKind kView = ViewKind::kConditions;
  using Fills = Fields<&CallSnapshot::conditions>;

  explicit ConditionsTrack(const FigureSpan& span) : span_(span) {}
  void add(const SettingChanged&);
  void add(const LinkReport& report) { (report.way == LinkWay::kUp ? up_ : down_).add(report); }
  void add(const CallEnded&) {
    up_.end();
    down_.end();
  }
  void add(const LoadReport&);
  void add(const ClockSynced&);
  void add(const ClockStepped& change) { steps_ += change.step_ms != 0; }
  ConditionsView view() const;
  void fill(CallSnapshot& snapshot, Timestamp) const { snapshot.conditions = view(); }

 private:
  static constexpr std::size_t kSharp = 3600, kSharpClock = 1800;
  double at_s(Timestamp at) const { return (at - span_.began).seconds(); }
  std::optional<ClockView> clock() const;

  FigureSpan span_;
  std::string link_ = LinkSettings{}.to_string(), background_ = BackgroundSetting{}.to_string();
  std::string remote_link_;
  std::optional<int> up_limit_, down_limit_;
  bool up_kernel_ = false, down_kernel_ = false;
  LinkTrack up_{span_}, down_{span_};
  std::optional<LoadReport> load_;
  ThinningSeries load_average_{kSharp};
  // The clock between the ends, from what the clock filter says after each exchange.
  std::optional<ClockSynced> synced_;
  std::int64_t steps_ = 0;
  std::vector<ClockView::Doubt> doubts_;
  ThinningSeries offset_{kSharpClock}, bound_{kSharpClock};
};

}  // namespace jitterscope
