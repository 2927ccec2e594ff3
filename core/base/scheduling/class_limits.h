#pragma once
// Within what a thread's scheduling class is chosen. jitterscope_priority holds whoever asks it to the same.
#include "core/base/units/time.h"

namespace jitterscope::class_limits {

inline constexpr int kLowestNice = -20, kHighestNice = 19;
inline constexpr int kHighestLevel = 49;   // real-time, of a setting
inline constexpr int kWatchdogLevel = 60;  // of the watchdog alone; the kernel's own threads stay above
inline constexpr Duration kShortestRuntime = Duration::us(100), kLongestSlice = Duration::ms(100);
inline constexpr Duration kShortestPeriod = Duration::ms(1), kLongestPeriod = Duration::seconds(1);
inline constexpr double kLargestReservation = 0.5;  // of a processor
/// RLIMIT_RTTIME of a process whose threads have SCHED_FIFO or SCHED_RR.
inline constexpr Duration kLongestWithoutRest = Duration::seconds(2);

}  // namespace jitterscope::class_limits
