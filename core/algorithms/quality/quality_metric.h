#pragma once
// How far from the best a point of the quality space is (claypool98 §7): 0 = best, up to 1 = acceptable; smaller is
// better. One small class a metric; the rest of the model knows only this interface. Stateless, any thread.
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/algorithms/quality/quality_limits.h"

namespace jitterscope {

struct QualityVerdict {
  std::optional<std::array<double, kQualityAxes>> scaled;  // coordinate / limit; absent: one of either is unknown
  std::optional<double> distance;                          // absent: a coordinate that the metric needs is unknown
  // distance ≤ 1. False also where a coordinate is unknown but the known ones alone are too far: no value of the
  // unknown one would make that good. Absent: it depends on what is unknown.
  std::optional<bool> acceptable;
  std::optional<double> rating, mos;  // G.107 alone: R and the mean opinion score
};

class QualityMetric {
 public:
  virtual ~QualityMetric() = default;
  virtual std::string_view name() const = 0;  // the word of JSON and settings: "euclidean", "box", "g107"
  virtual bool covers(Medium) const { return true; }
  virtual QualityVerdict evaluate(const QualityPoint&, const QualityLimits&) const = 0;
  /// Why the point is not acceptable: "jitter 41 ms is above 30 ms", "R 64 is below 70"; empty when it is, or is
  /// unknown.
  virtual std::string why_outside(const QualityPoint&, const QualityLimits&) const;
};

/// Distance of the scaled point to the origin: the region is the octant of an ellipsoid (claypool98 §7).
class EuclideanMetric : public QualityMetric {
 public:
  std::string_view name() const override { return "euclidean"; }
  QualityVerdict evaluate(const QualityPoint&, const QualityLimits&) const override;
  std::string why_outside(const QualityPoint&, const QualityLimits&) const override;
};

/// The largest scaled coordinate: each limit counts alone.
class BoxMetric : public QualityMetric {
 public:
  std::string_view name() const override { return "box"; }
  QualityVerdict evaluate(const QualityPoint&, const QualityLimits&) const override;
};

enum class QualityMetricKind : std::uint8_t { kEuclidean, kBox, kG107, kG107NoConcealment };
inline constexpr std::array<QualityMetricKind, 4> kEveryQualityMetric{QualityMetricKind::kEuclidean,
                                                                      QualityMetricKind::kBox, QualityMetricKind::kG107,
                                                                      QualityMetricKind::kG107NoConcealment};
/// Lives as long as the program.
const QualityMetric& metric_of(QualityMetricKind);

}  // namespace jitterscope
