#pragma once
// What the viewer accepts: limits of each medium, preset and metric of the quality space. Kept between runs. GUI
// thread.
#include <array>
#include <optional>

#include <QObject>
#include <QTimer>

#include "core/measures/views/quality_region.h"

namespace jitterscope {

class QualitySettings : public QObject {
  Q_OBJECT
 public:
  enum class Begins { kAsKept, kUsual };  // usual: with the default limits, and nothing is kept
  explicit QualitySettings(Begins begins = Begins::kAsKept, QObject* parent = nullptr);
  ~QualitySettings() override;

  const QualityLimits& limits(Medium medium) const { return limits_[static_cast<std::size_t>(medium)]; }
  void set_limits(Medium, const QualityLimits&);  // held within what each axis allows
  /// The preset whose limits both media have; absent: the viewer's own.
  std::optional<QualityPreset> preset() const;
  void choose(QualityPreset);
  QualityMetricKind metric_kind() const { return metric_; }
  void choose(QualityMetricKind);
  /// Of the kind chosen, or, where that does not cover the medium, the Euclidean one.
  QualityMetricKind metric(Medium medium) const { return metric_for(medium, metric_); }

  QualityVerdict evaluate(Medium medium, const QualityPoint& point) const {
    return verdict_of(point, metric(medium), limits(medium));
  }

  static double least(QualityAxis axis) { return axis == QualityAxis::kLoss ? kLeastLossLimit : 1; }  // a limit may be
  static double most(QualityAxis);
  static constexpr double kLeastFrames = 0.1, kMostFrames = 240;  // a second, a limit may be

 signals:
  void changed();

 private:
  void keep() { kept_.start(); }  // once the hand rests
  void write() const;

  const Begins begins_;
  QTimer kept_{this};
  std::array<QualityLimits, 2> limits_;
  QualityMetricKind metric_ = QualityMetricKind::kEuclidean;
};

}  // namespace jitterscope
