#pragma once
#include <optional>

#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
#include "core/events/columns.h"

namespace jitterscope {

/// What the clock filter believes after an exchange with the remote, or when it asks.
struct ClockSynced {
  bool synchronised = false;  // delays are known
  double offset_ms = 0;       // conference clock - this machine's conference estimate at the start of the call
  double skew_ppm = 0;        // of this machine's clock against the master's
  double bound_ms = 0;        // half-width of delays: the bounds of both ends' clocks together
  std::optional<double> round_trip_ms;  // of this exchange
  ShortText<24> source;                 // "master", "same clock", "exchanges"
  Timestamp at;
  // Where this exchange proved that the clocks had jumped apart: by so much beyond what the bound said, from then to
  // `at`.
  std::optional<double> jumped_ms = {};
  std::optional<Timestamp> doubted_since = {};
  std::optional<double> remote_bound_ms = {};  // of bound_ms: the remote's own clock, as it says
};

template <>
struct trace::Table<ClockSynced> {
  static constexpr std::string_view name = "clock_synced";
  static constexpr std::string_view meaning = "what the clock filter believes after an exchange with the remote";
  static constexpr bool holds = true;
  static constexpr auto local = &ClockSynced::at;
  template <typename E = ClockSynced>
  static auto columns() {
    return trace::columns(
        column("synchronised", &E::synchronised, "1: delays are known"),
        column("offset_ms", &E::offset_ms, "conference clock less this machine's first estimate of it")
            .within(kClockDifferenceMs),
        column("skew_ppm", &E::skew_ppm, "of this machine's clock against the master's").within(kPpm),
        column("bound_ms", &E::bound_ms, "half-width of a one-way delay's error: the sender's clock and the receiver's")
            .within({0, kWidestBoundMs}),
        column("round_trip_ms", &E::round_trip_ms).within(kMeasuredMs),
        column("source", &E::source, "master, same clock or exchanges"),
        column("jumped_ms", &E::jumped_ms, "the clocks jumped apart by so much more than the bound said")
            .within(kClockDifferenceMs),
        column("doubted_since_ns", &E::doubted_since, "not noticed from then on"),
        column("remote_bound_ms", &E::remote_bound_ms, "of bound_ms: the remote's own clock, as it says")
            .added_in(9)
            .within({0, kWidestBoundMs}));
  }
};

}  // namespace jitterscope
