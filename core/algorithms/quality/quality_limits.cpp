#include "core/algorithms/quality/quality_limits.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace jitterscope {
namespace {

constexpr std::array<std::string_view, kQualityAxes> kAxisWords{"latency", "jitter", "not played"};
constexpr std::array<std::string_view, 3> kPresetWords{"videoconference", "audioconference", "broadcast"};
constexpr std::array<std::string_view, 3> kSources{
    "Latency 230 ms, 90 % of frames and 6 % of sound: claypool98 §8.1. The jitter limits are ours: the paper prints "
    "none.",
    "Latency 150 ms for talk without a sense of delay: ITU-T G.114. 3 % loss of sound: ITU-T G.1010, table I.1. The "
    "picture is secondary: as in a videoconference. The jitter limits are ours.",
    "Nobody answers, so latency may be 10 s, and little may be lost, 1 %: streaming in ITU-T G.1010, table I.1. The "
    "jitter limits are ours.",
};

std::string rounded(double value, int digits) {
  char text[32];
  if (std::abs(value) >= 100 && digits <= 3)
    std::snprintf(text, sizeof text, "%.0f", value);
  else
    std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

std::string with_unit(QualityAxis axis, double value, int digits) {
  return axis == QualityAxis::kLoss ? rounded(value * 100, digits) + " %" : rounded(value, digits) + " ms";
}

}  // namespace

std::string_view to_string(QualityAxis axis) {
  return kAxisWords[static_cast<std::size_t>(axis)];
}
std::string_view name_of(const QualityPoint& point, QualityAxis axis) {
  return axis == QualityAxis::kLoss && point.lost_only ? "not come" : to_string(axis);
}
std::string_view to_string(QualityPreset preset) {
  return kPresetWords[static_cast<std::size_t>(preset)];
}
std::string_view source_of(QualityPreset preset) {
  return kSources[static_cast<std::size_t>(preset)];
}

std::optional<double>& on_axis(QualityPoint& point, QualityAxis axis) {
  return axis == QualityAxis::kLatency  ? point.latency_ms
         : axis == QualityAxis::kJitter ? point.jitter_ms
                                        : point.loss_ratio;
}
std::optional<double> on_axis(const QualityPoint& point, QualityAxis axis) {
  return on_axis(const_cast<QualityPoint&>(point), axis);
}
double& on_axis(QualityLimits& limits, QualityAxis axis) {
  return axis == QualityAxis::kLatency  ? limits.latency_ms
         : axis == QualityAxis::kJitter ? limits.jitter_ms
                                        : limits.loss_ratio;
}
double on_axis(const QualityLimits& limits, QualityAxis axis) {
  return on_axis(const_cast<QualityLimits&>(limits), axis);
}

QualityLimits limits_of(QualityPreset preset, Medium medium) {
  const bool video = medium == Medium::kVideo;
  switch (preset) {
    case QualityPreset::kVideoconference: break;
    case QualityPreset::kAudioconference: return video ? QualityLimits{230, 50, 0.9} : QualityLimits{150, 30, 0.03};
    case QualityPreset::kBroadcast: return video ? QualityLimits{10'000, 20, 0.01} : QualityLimits{10'000, 10, 0.01};
  }
  return video ? QualityLimits{230, 50, 0.9} : QualityLimits{230, 30, 0.06};
}

QualityLimits default_limits(Medium medium) {
  return limits_of(QualityPreset::kVideoconference, medium);
}

std::vector<CrossedLimit> limits_crossed(const QualityPoint& point, const QualityLimits& limits) {
  std::vector<CrossedLimit> crossed;
  for (const QualityAxis axis : kEveryQualityAxis) {
    const auto value = on_axis(point, axis);
    const double limit = on_axis(limits, axis);
    if (value && *value > limit) crossed.push_back({axis, *value, limit, name_of(point, axis)});
  }
  std::stable_sort(crossed.begin(), crossed.end(),
                   [](const CrossedLimit& a, const CrossedLimit& b) { return a.value / a.limit > b.value / b.limit; });
  return crossed;
}

std::string quality_value(QualityAxis axis, double value) {
  return with_unit(axis, value, 3);
}

std::string words(const CrossedLimit& crossed) {
  const std::string limit = quality_value(crossed.axis, crossed.limit);
  std::string value = quality_value(crossed.axis, crossed.value);
  for (int digits = 4; value == limit && digits < 9; ++digits) value = with_unit(crossed.axis, crossed.value, digits);
  return std::string(crossed.name) + " " + value + " is above " + limit;
}

}  // namespace jitterscope
