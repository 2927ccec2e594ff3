#pragma once
// The jitter compensation curve of claypool98 §8.1 (Fig 16): an exact step function of the sorted lateness.
#include <span>
#include <string>
#include <vector>

#include "core/base/units/time.h"
#include "core/measures/views/compensation_report.h"

namespace jitterscope {

/// What the axes are divided by before the distance to the origin is taken (claypool98 §8.1); above 0.
struct CurveScales {
  double gap_percent = 6, buffer_ms = 230;
};

/// Of a point of the curve to the origin: sqrt((percent/gap_percent)^2 + (ms/buffer_ms)^2).
double curve_distance(const CurvePoint&, const CurveScales&);

/// Units of the same lateness.
struct LatenessCount {
  Duration lateness;
  std::int64_t count = 0;
};

/// `lateness` of each unit against the reference named. The curve begins at a buffer of 0 and has a corner at each
/// positive lateness, thinned to 1000; area = 100 x mean of max(lateness, 0); the optimum minimises
/// sqrt((percent/gap_percent)^2 + (ms/buffer_ms)^2) over the unthinned corners (ties: the smaller buffer). Of no units:
/// frames = 0 and no curve.
CompensationReport compensation_report(std::vector<Duration> lateness, std::string reference, const CurveScales& = {});

/// The same of counts in ascending order of lateness: exact for these, and within their width of what they were counted
/// from.
CompensationReport compensation_report(std::span<const LatenessCount>, std::string reference, const CurveScales& = {});

}  // namespace jitterscope
