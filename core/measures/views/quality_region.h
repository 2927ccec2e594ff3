#pragma once
// The region of the quality space that a viewer accepts, and where a point stands in it. Pure functions, any thread.
#include <string>
#include <string_view>

#include "core/algorithms/quality/quality_limits.h"
#include "core/algorithms/quality/quality_metric.h"

namespace jitterscope {

std::string_view to_string(QualityMetricKind);  // "euclidean", "box", "g107", "g107-no-concealment"
/// The one chosen, or, where that does not cover the medium, the Euclidean one.
QualityMetricKind metric_for(Medium, QualityMetricKind chosen);

QualityVerdict verdict_of(const QualityPoint&, QualityMetricKind, const QualityLimits&);
/// As QualityMetric::why_outside.
std::string why_outside(const QualityPoint&, QualityMetricKind, const QualityLimits&);

/// Whether the three limits bound the region. False: a least rating does (G.107), by latency and loss alone.
bool bounded_by_limits(QualityMetricKind);
/// Where the region ends on an axis, all else at its best: ms, ms, share. By a rating: jitter at its limit.
double region_end(QualityMetricKind, const QualityLimits&, QualityAxis);
/// The loss, a share, at which a region bounded by a rating ends at this delay; 0 beyond it, and of other regions.
double region_loss(QualityMetricKind, double delay_ms);

}  // namespace jitterscope
