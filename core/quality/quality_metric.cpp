#include "core/quality/quality_metric.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/quality/g107_metric.h"

namespace jitterscope {
namespace {

using Scaled = std::array<double, kQualityAxes>;

std::optional<Scaled> scaled_by(const QualityPoint& point, const QualityLimits& limits) {
  Scaled scaled{};
  for (std::size_t i = 0; i < kQualityAxes; ++i) {
    const auto value = on_axis(point, kEveryQualityAxis[i]);
    if (!value) return std::nullopt;
    scaled[i] = *value / on_axis(limits, kEveryQualityAxis[i]);
  }
  return scaled;
}

template <typename Distance>
QualityVerdict verdict_by(const QualityPoint& point, const QualityLimits& limits, Distance distance) {
  QualityVerdict verdict;
  verdict.scaled = scaled_by(point, limits);
  if (!verdict.scaled) return verdict;
  verdict.distance = distance(*verdict.scaled);
  verdict.acceptable = *verdict.distance <= 1;
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
  const auto worst = std::max_element(verdict.scaled->begin(), verdict.scaled->end()) - verdict.scaled->begin();
  const QualityAxis axis = kEveryQualityAxis[static_cast<std::size_t>(worst)];
  return "no limit alone, but all together; most by " + std::string(to_string(axis)) + ", " +
         quality_value(axis, *on_axis(point, axis)) + " of " + quality_value(axis, on_axis(limits, axis));
}

QualityVerdict BoxMetric::evaluate(const QualityPoint& point, const QualityLimits& limits) const {
  return verdict_by(point, limits, [](const Scaled& s) { return *std::max_element(s.begin(), s.end()); });
}

QualityVerdict G107Metric::evaluate(const QualityPoint& point, const QualityLimits& limits) const {
  QualityVerdict verdict;
  verdict.scaled = scaled_by(point, limits);
  if (!point.latency_ms || !point.loss_ratio) return verdict;
  const double best = g107::rating(0, 0, concealment_);
  verdict.rating = g107::rating(*point.latency_ms, *point.loss_ratio, concealment_);
  verdict.mos = g107::mean_opinion_score(*verdict.rating);
  verdict.distance = (best - *verdict.rating) / (best - least_);
  verdict.acceptable = *verdict.rating >= least_;
  return verdict;
}

std::string G107Metric::why_outside(const QualityPoint& point, const QualityLimits& limits) const {
  const auto verdict = evaluate(point, limits);
  if (verdict.acceptable.value_or(true)) return {};
  const double by_delay = g107::delay_impairment(*point.latency_ms);
  const double by_loss = g107::loss_impairment(*point.loss_ratio, concealment_);
  const QualityAxis axis = by_loss > by_delay ? QualityAxis::kLoss : QualityAxis::kLatency;
  char text[48];
  std::snprintf(text, sizeof text, "R %.0f is below %.0f, most by ", std::floor(*verdict.rating), least_);
  return text + std::string(to_string(axis)) + " " + quality_value(axis, *on_axis(point, axis));
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
