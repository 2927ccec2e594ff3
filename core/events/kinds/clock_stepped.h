#pragma once
#include "core/base/units/time.h"
#include "core/events/columns.h"

namespace jitterscope {

/// The system's real-time clock stepped or its rate was changed (slewed), seen against the monotonic clock.
struct ClockStepped {
  double step_ms = 0;   // real time jumped by so much; 0 for a slew
  double slew_ppm = 0;  // the monotonic clock's rate rose by so much against the hardware's
  Timestamp at;
};

template <>
struct trace::Table<ClockStepped> {
  static constexpr std::string_view name = "clock_stepped";
  static constexpr std::string_view meaning = "the system's real-time clock stepped or its rate was changed";
  static constexpr bool holds = true;
  static constexpr auto local = &ClockStepped::at;
  template <typename E = ClockStepped>
  static auto columns() {
    return trace::columns(column("step_ms", &E::step_ms, "0 for a change of rate").within(kClockDifferenceMs),
                          column("slew_ppm", &E::slew_ppm).within(kPpm));
  }
};

}  // namespace jitterscope
