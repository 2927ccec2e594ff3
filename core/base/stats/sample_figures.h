#pragma once
#include <cstdint>
#include <optional>

namespace jitterscope {

/// Of one set of samples, in their unit. Percentiles as in percentiles.h; absent: too few samples.
struct SampleFigures {
  std::int64_t n = 0;
  std::optional<double> mean, stddev, min, max, p50, p95, p99;
};

}  // namespace jitterscope
