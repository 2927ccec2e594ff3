#pragma once
// The jitter compensation curve of claypool98 §6 (Fig 16): an exact step function of the sorted lateness.
#include <vector>

#include "core/metrics/stream_report.h"

namespace jitterscope {

/// `lateness_ms` of each frame, not empty, against the reference named. The curve begins at a buffer of 0 and has a
/// corner at each positive lateness; area = 100 x mean of max(lateness, 0); the optimum minimises
/// sqrt((percent/6)^2 + (ms/230)^2) over the unthinned corners (ties: the smaller buffer).
CompensationReport compensation_report(std::vector<double> lateness_ms, std::string reference);

}  // namespace jitterscope
