#include "core/measures/views/quality_region.h"

#include "core/algorithms/quality/g107_metric.h"

namespace jitterscope {
namespace {

const G107Metric* as_g107(QualityMetricKind kind) {
  return dynamic_cast<const G107Metric*>(&metric_of(kind));
}

}  // namespace

std::string_view to_string(QualityMetricKind kind) {
  return metric_of(kind).name();
}

QualityMetricKind metric_for(Medium medium, QualityMetricKind chosen) {
  return metric_of(chosen).covers(medium) ? chosen : QualityMetricKind::kEuclidean;
}

QualityVerdict verdict_of(const QualityPoint& point, QualityMetricKind kind, const QualityLimits& limits) {
  return metric_of(kind).evaluate(point, limits);
}

std::string why_outside(const QualityPoint& point, QualityMetricKind kind, const QualityLimits& limits) {
  return metric_of(kind).why_outside(point, limits);
}

bool bounded_by_limits(QualityMetricKind kind) {
  return !as_g107(kind);
}

double region_end(QualityMetricKind kind, const QualityLimits& limits, QualityAxis axis) {
  const auto* g107 = as_g107(kind);
  if (g107 && axis == QualityAxis::kLatency)
    return g107::delay_at(g107->least_rating(), 0, g107->concealment()).value_or(0);
  if (g107 && axis == QualityAxis::kLoss) return region_loss(kind, 0);
  return on_axis(limits, axis);
}

double region_loss(QualityMetricKind kind, double delay_ms) {
  const auto* g107 = as_g107(kind);
  return g107 ? g107::loss_at(g107->least_rating(), delay_ms, g107->concealment()).value_or(0) : 0;
}

}  // namespace jitterscope
