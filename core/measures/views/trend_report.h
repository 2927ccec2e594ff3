#pragma once
// The trend of one finished stream's delays.
#include <array>
#include <cstdint>
#include <vector>

#include "core/events/names.h"

namespace jitterscope {

/// latecki04 §3.1: a window of successive delays in sequence order.
struct TrendWindowReport {
  std::int64_t end_sequence = 0;
  double pct = 0, pdt = 0;
  TrendPhase phase{};
};

struct TrendScaleReport {
  int packets = 0, groups = 0;
  std::vector<TrendWindowReport> windows;
};

struct TrendVerdictReport {
  std::int64_t end_sequence = 0;
  double value = 0;  // 1 increasing, -1 decreasing, 0 steady, +-0.5 ambiguous
};

struct TrendReport {
  static constexpr int kStep = 8;  // packets between the ends of windows
  double epsilon_ms = 0, low = 0, high = 0;
  std::array<TrendScaleReport, 3> scales;
  std::vector<TrendVerdictReport> verdicts;
};

}  // namespace jitterscope
