#pragma once
// The clock between the ends over the call, from what the clock filter says after each exchange.
#include <optional>

#include "core/base/stats/thinning_series.h"
#include "core/events/kinds/clock_stepped.h"
#include "core/events/kinds/clock_synced.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope {

class ClockTrack {
 public:
  explicit ClockTrack(Timestamp call_began) : began_(call_began) {}
  void add(const ClockSynced&);
  void add(const ClockStepped&);
  /// nullopt before the first exchange.
  std::optional<ClockView> view() const;

 private:
  static constexpr std::size_t kSharp = 1800;
  Timestamp began_;
  std::optional<ClockSynced> last_;
  std::int64_t steps_ = 0;
  std::vector<ClockView::Doubt> doubts_;
  ThinningSeries offset_{kSharp}, bound_{kSharp};
};

}  // namespace jitterscope
