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

QString frames_key(Medium medium) {
  return key_of(medium, QualityAxis::kLoss) + "-frames-per-second";
}

/// Settings of a version without limits in frames a second hold 90 % where the user chose nothing.
QualityLimits with_kept_frames(const QVariant& kept, QualityLimits limits) {
  if (!limits.frames_per_second) return limits;
  bool number = false;
  const double frames = kept.toDouble(&number);
  if (number && frames > 0) return with_frames_per_second(limits, frames);
  const bool own_share = limits.loss_ratio != default_limits(Medium::kVideo).loss_ratio;
  if (kept.isValid() || own_share) limits.frames_per_second.reset();
  return limits;
}

QualityLimits held_within(QualityLimits limits) {
  if (limits.frames_per_second)
    limits = with_frames_per_second(
        limits, std::clamp(*limits.frames_per_second, QualitySettings::kLeastFrames, QualitySettings::kMostFrames));
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
    limits = with_kept_frames(settings.value(frames_key(medium)), limits);
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
  for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
    for (const QualityAxis axis : kEveryQualityAxis)
      settings->setValue(key_of(medium, axis), on_axis(limits(medium), axis));
    settings->setValue(frames_key(medium), limits(medium).frames_per_second.value_or(0));  // 0: the share alone counts
  }
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
