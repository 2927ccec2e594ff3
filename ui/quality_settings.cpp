#include "ui/quality_settings.h"

#include <algorithm>

#include <QSettings>

#include "ui/kept_settings.h"

namespace jitterscope {
namespace {

constexpr int kKeepMs = 500;  // after the last change: dragging makes many

/// Words of their own: those on screen may change.
QString key_of(Medium medium, QualityAxis axis) {
  constexpr std::array kAxes{"latency", "jitter", "loss"};
  return QString("quality/%1/%2")
      .arg(medium == Medium::kAudio ? "audio" : "video", kAxes[static_cast<std::size_t>(axis)]);
}

QualityLimits held_within(QualityLimits limits) {
  for (const QualityAxis axis : kEveryQualityAxis)
    on_axis(limits, axis) =
        std::clamp(on_axis(limits, axis), QualitySettings::least(axis), QualitySettings::most(axis));
  return limits;
}

}  // namespace
double QualitySettings::most(QualityAxis axis) {
  return axis == QualityAxis::kLoss ? 1 : axis == QualityAxis::kJitter ? 2'000 : 20'000;
}

QualitySettings::QualitySettings(Begins begins, QObject* parent) : QObject(parent), begins_(begins) {
  kept_.setSingleShot(true);
  kept_.setInterval(kKeepMs);
  connect(&kept_, &QTimer::timeout, this, &QualitySettings::write);
  for (const Medium medium : {Medium::kAudio, Medium::kVideo})
    limits_[static_cast<std::size_t>(medium)] = default_limits(medium);
  if (begins_ == Begins::kUsual) return;
  const auto settings = kept_settings();
  for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
    QualityLimits limits = default_limits(medium);
    for (const QualityAxis axis : kEveryQualityAxis) {
      bool number = false;
      const double value = settings.value(key_of(medium, axis)).toDouble(&number);
      if (number && value > 0) on_axis(limits, axis) = value;
    }
    limits_[static_cast<std::size_t>(medium)] = held_within(limits);
  }
  const auto word = settings.value("quality/metric").toString().toStdString();
  for (const QualityMetricKind kind : kEveryQualityMetric)
    if (to_string(kind) == word) metric_ = kind;
}

QualitySettings::~QualitySettings() {
  if (kept_.isActive()) write();
}

void QualitySettings::write() const {
  if (begins_ == Begins::kUsual) return;
  const WrittenSettings settings;
  for (const Medium medium : {Medium::kAudio, Medium::kVideo})
    for (const QualityAxis axis : kEveryQualityAxis)
      settings->setValue(key_of(medium, axis), on_axis(limits(medium), axis));
  settings->setValue("quality/metric", QString::fromStdString(std::string(to_string(metric_))));
}

void QualitySettings::set_limits(Medium medium, const QualityLimits& wanted) {
  auto& limits = limits_[static_cast<std::size_t>(medium)];
  const auto held = held_within(wanted);
  if (held == limits) return;
  limits = held;
  keep();
  emit changed();
}

std::optional<QualityPreset> QualitySettings::preset() const {
  for (const QualityPreset preset : kEveryQualityPreset)
    if (limits_of(preset, Medium::kAudio) == limits(Medium::kAudio) &&
        limits_of(preset, Medium::kVideo) == limits(Medium::kVideo))
      return preset;
  return std::nullopt;
}

void QualitySettings::choose(QualityPreset preset) {
  if (this->preset() == preset) return;
  limits_ = {limits_of(preset, Medium::kAudio), limits_of(preset, Medium::kVideo)};
  keep();
  emit changed();
}

void QualitySettings::choose(QualityMetricKind kind) {
  if (metric_ == kind) return;
  metric_ = kind;
  keep();
  emit changed();
}

}  // namespace jitterscope
