#pragma once
// The spacing of one stream's packets. Times in ms; absent = cannot be said from this stream, never zero.
#include <cstdint>
#include <optional>

namespace jitterscope {

/// claypool98 §3 and crowcroft92 Tables 2-7 over x_i = R_i - R_{i-1}; variance and stddev with n - 1.
struct InterarrivalReport {
  std::int64_t n = 0;
  std::optional<double> mean, variance, stddev, average_deviation, absolute_deviation, cv, skew, excess_kurtosis;
  std::optional<double> min, max, range, p50, p95, p99;
};

struct SpacingReport {
  double min = 0, mean = 0, max = 0;
};

/// Intervals above mean + n stddev (crowcroft92 Tables 4 and 7); spacing needs two of them.
struct ExceedanceReport {
  int n = 0;
  std::optional<double> threshold_ms, share;
  std::optional<SpacingReport> spacing_ms;
};

}  // namespace jitterscope
