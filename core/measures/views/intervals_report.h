#pragma once
// 95 % intervals of one stream's figures. Times in ms; absent = cannot be said from this stream, never zero.
#include <optional>

#include "core/base/stats/interval95.h"

namespace jitterscope {

/// What is said of one figure: its interval, or that there are too few independent values for one.
struct IntervalReport {
  std::optional<Interval95> interval;
  bool too_few = false;
};

/// 95 % intervals of one series of values by a moving block bootstrap; effective_n = how many independent values would
/// tell as much of the mean.
struct SeriesIntervals {
  double effective_n = 0;
  IntervalReport mean, p95, p99;
};

/// Of delays (packets in order of arrival), of interarrival times, of the buffer at the optimum of the compensation
/// curve, and of the share of sequence numbers that did not come. Absent: the figure itself is.
struct IntervalsReport {
  std::optional<SeriesIntervals> delay, interarrival;
  std::optional<IntervalReport> optimal_buffer;
  std::optional<double> optimal_effective_n;
  std::optional<IntervalReport> loss_ratio;
  std::optional<double> loss_effective_n;
};

}  // namespace jitterscope
