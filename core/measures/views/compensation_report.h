#pragma once
// The jitter compensation curve of one stream.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

struct CurvePoint {
  double buffer_ms = 0, dropped_percent = 0;
};

struct CompensationOptimum {
  double buffer_ms = 0, dropped_percent = 0, distance = 0;
};

/// claypool98 Fig 16: what share of the frames is more than buffer_ms late.
struct CompensationReport {
  std::string reference;  // "minimum" or "first"
  bool skew_removed = false;
  std::optional<double> skew_ppm;  // what was removed
  std::string skew_by;             // why it was: "asked for", "both directions", "leaving stream"; empty = it was not
  std::int64_t frames = 0;
  double area_ms_percent = 0;
  std::vector<CurvePoint> curve;  // corners, at most 1000
  CompensationOptimum optimal;
};

}  // namespace jitterscope
