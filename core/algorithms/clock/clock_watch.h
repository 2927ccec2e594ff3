#pragma once
// Steps and slews of one clock against another, from readings taken beside each other: real time against monotonic time
// (someone set the clock), monotonic against raw hardware time (someone changed its rate). Sans-IO.
#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

/// The watched clock and its reference read at the same moment, give or take `uncertainty`.
struct PairedReading {
  Timestamp watched, reference;
  Duration uncertainty;
};

struct ClockChange {
  Duration step;        // the watched clock jumped by so much; zero for a slew
  double slew_ppm = 0;  // its rate rose by so much; zero for a step
};

class RealTimeWatch {
 public:
  static constexpr Duration kLeastStep = Duration::ms(1);  // a reading; less is a slew
  static constexpr double kLeastSlewPpm = 20;
  static constexpr Duration kRateWindow = Duration::seconds(4);  // rates of two such windows are compared

  /// Readings in order, about one a second. What changed since the reading before, or, for a slew, in the last window.
  std::optional<ClockChange> add(const PairedReading& reading);

 private:
  std::optional<PairedReading> last_, window_begin_;
  std::optional<double> rate_;  // of the window before, gained a second
};

}  // namespace jitterscope
