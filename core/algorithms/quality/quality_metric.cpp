#include "core/algorithms/quality/quality_metric.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/algorithms/quality/g107_metric.h"

namespace jitterscope {
namespace {

using Scaled = std::array<double, kQualityAxes>;

constexpr double kBeyondAll = 1e9;  // no infinity: hypot() of three values makes none of it

/// Scales the coordinates, unknown ones at their best, 0. The loss is beyond everything where too few frames come
/// whatever share of them is played.
Scaled scaled_at_best(const QualityPoint& point, const QualityLimits& limits) {
  Scaled scaled{};
  for (std::size_t i = 0; i < kQualityAxes; ++i) {
    const QualityAxis axis = kEveryQualityAxis[i];
    if (const auto limit = limit_of(point, axis, limits)) scaled[i] = on_axis(point, axis).value_or(0) / *limit;
    if (axis == QualityAxis::kLoss && has_too_few_frames(point, limits)) scaled[i] = kBeyondAll;
  }
  return scaled;
}

std::optional<Scaled> scaled_by(const QualityPoint& point, const QualityLimits& limits) {
  for (const QualityAxis axis : kEveryQualityAxis)
    if (!on_axis(point, axis) || !limit_of(point, axis, limits)) return std::nullopt;
  return scaled_at_best(point, limits);
}

template <typename Distance>
QualityVerdict verdict_by(const QualityPoint& point, const QualityLimits& limits, Distance distance) {
  QualityVerdict verdict;
  verdict.scaled = scaled_by(point, limits);
  const double least = distance(scaled_at_best(point, limits));
  if (verdict.scaled) verdict.distance = least;
  if (verdict.scaled || least > 1) verdict.acceptable = least <= 1;
  return verdict;
}

}  // namespace

std::string QualityMetric::why_outside(const QualityPoint& point, const QualityLimits& limits) const {
  if (evaluate(point, limits).acceptable.value_or(true)) return {};
  const auto crossed = limits_crossed(point, limits);
  return crossed.empty() ? std::string() : words(crossed.front());
}

QualityVerdict EuclideanMetric::evaluate(const QualityPoint& point, const QualityLimits& limits) const {
  return verdict_by(point, limits, [](const Scaled& s) { return std::hypot(s[0], s[1], s[2]); });
}

std::string EuclideanMetric::why_outside(const QualityPoint& point, const QualityLimits& limits) const {
  const auto verdict = evaluate(point, limits);
  if (verdict.acceptable.value_or(true)) return {};
  if (auto why = QualityMetric::why_outside(point, limits); !why.empty()) return why;
  const Scaled scaled = scaled_at_best(point, limits);
  const auto worst = std::max_element(scaled.begin(), scaled.end()) - scaled.begin();
  const QualityAxis axis = kEveryQualityAxis[static_cast<std::size_t>(worst)];
  return "no limit alone, but all together; above all " + std::string(name_of(point, axis)) + ", " +
         quality_value(axis, *on_axis(point, axis)) + " of " + limit_words(point, axis, limits);
}

QualityVerdict BoxMetric::evaluate(const QualityPoint& point, const QualityLimits& limits) const {
  return verdict_by(point, limits, [](const Scaled& s) { return *std::max_element(s.begin(), s.end()); });
}

QualityVerdict G107Metric::evaluate(const QualityPoint& point, const QualityLimits& limits) const {
  QualityVerdict verdict;
  verdict.scaled = scaled_by(point, limits);
  if (!point.latency_ms || !point.loss_ratio) {
    if (g107::rating(point.latency_ms.value_or(0), point.loss_ratio.value_or(0), concealment_,
                     point.burst_ratio.value_or(1)) < least_)
      verdict.acceptable = false;
    return verdict;
  }
  const double best = g107::rating(0, 0, concealment_);
  verdict.rating = g107::rating(*point.latency_ms, *point.loss_ratio, concealment_, point.burst_ratio.value_or(1));
  verdict.mos = g107::mean_opinion_score(*verdict.rating);
  verdict.distance = (best - *verdict.rating) / (best - least_);
  verdict.acceptable = *verdict.rating >= least_;
  return verdict;
}

std::string G107Metric::why_outside(const QualityPoint& point, const QualityLimits& limits) const {
  const auto verdict = evaluate(point, limits);
  if (verdict.acceptable.value_or(true)) return {};
  const double burst = point.burst_ratio.value_or(1);
  const double by_delay = point.latency_ms ? g107::delay_impairment(*point.latency_ms) : 0;
  const double by_loss = point.loss_ratio ? g107::loss_impairment(*point.loss_ratio, concealment_, burst) : 0;
  const QualityAxis axis = by_loss > by_delay ? QualityAxis::kLoss : QualityAxis::kLatency;
  char text[48];
  if (verdict.rating)
    std::snprintf(text, sizeof text, "R %.0f is below %.0f, above all ", std::floor(*verdict.rating), least_);
  else
    std::snprintf(text, sizeof text, "R is below %.0f whatever is unknown, by ", least_);
  return text + std::string(name_of(point, axis)) + " " + quality_value(axis, *on_axis(point, axis));
}

const QualityMetric& metric_of(QualityMetricKind kind) {
  static const EuclideanMetric euclidean;
  static const BoxMetric box;
  static const G107Metric concealed(true), bare(false);
  switch (kind) {
    case QualityMetricKind::kBox: return box;
    case QualityMetricKind::kG107: return concealed;
    case QualityMetricKind::kG107NoConcealment: return bare;
    case QualityMetricKind::kEuclidean: break;
  }
  return euclidean;
}

}  // namespace jitterscope
