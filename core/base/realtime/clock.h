#pragma once
// The clocks of this machine and the sleep that follows a schedule. The only place that reads them.
#include <optional>
#include <string>

#include "core/base/units/clock_offset.h"

namespace jitterscope {

/// CLOCK_MONOTONIC: the `local` clock of every event. Any thread, about 25 ns.
Timestamp monotonic_now();
/// CLOCK_BOOTTIME: the monotonic clock, and the time that the machine slept. Any thread.
Timestamp boot_time_now();
/// CLOCK_REALTIME: the clock of the kernel's socket stamps, ns since 1970. Any thread.
Timestamp realtime_now();

/// The tightest of `tries` (at least 1) measurements. Real time steps and slews: measure again beside what is
/// converted.
ClockOffset measure_realtime_offset(int tries = 5);
/// Of CLOCK_MONOTONIC_RAW, the hardware's own rate: what a time daemon does to the monotonic clock shows against it.
ClockOffset measure_raw_offset(int tries = 5);

/// The scheduler's tick: the step of the coarse clock. 0 when the kernel does not tell.
Duration timer_tick();

/// Identifies this machine's monotonic clock: "BOOT/NAMESPACE", the boot and the time namespace (time_namespaces(7)).
/// Two processes with the same id share it. nullopt when the kernel does not tell.
std::optional<std::string> read_boot_id();

/// Longest spin that sleep_until accepts.
inline constexpr Duration kLongestSpin = Duration::us(100);

/// Sleeps until the monotonic clock reaches `deadline` (clock_nanosleep, absolute); returns at once when it is past.
/// The last `spin` (clamped to 0 … kLongestSpin) is spent reading the clock instead of sleeping.
/// Returns the time after it woke. Any thread; signals do not shorten the sleep.
Timestamp sleep_until(Timestamp deadline, Duration spin = Duration::ns(0));

/// Lets the kernel wake the calling thread no later than the timer itself (slack 1 ns instead of 50 µs; real-time
/// classes have none anyway). False when refused.
bool set_finest_timer_slack();

}  // namespace jitterscope
