#include "core/algorithms/quality/quality_limits.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>

namespace jitterscope {
namespace {

constexpr std::array<std::string_view, kQualityAxes> kAxisWords{"latency", "jitter", "not played"};
constexpr std::array<std::string_view, 3> kPresetWords{"videoconference", "audioconference", "broadcast"};
constexpr std::array<std::string_view, 3> kSources{
    "Latency 230 ms, 3 frames a second and 6 % of sound: claypool98 §8.1. The jitter limits are ours: the paper prints "
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

/// Three a second are three, however they were divided by their time.
bool are_too_few(double due_per_second, double frames_per_second) {
  return due_per_second <= frames_per_second * (1 + 1e-9);
}

std::string frames_words(double frames_per_second) {
  return rounded(frames_per_second, 3) + " frames/s";
}

std::string share_words(double frames_per_second, double due_per_second) {
  return ", " + rounded(frames_per_second, 3) + " of " + frames_words(due_per_second);
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

QualityLimits with_frames_per_second(QualityLimits limits, double frames_per_second, double due_per_second) {
  limits.frames_per_second = frames_per_second;
  limits.loss_ratio = std::max(1 - frames_per_second / due_per_second, kLeastLossLimit);
  return limits;
}

std::optional<double> limit_of(const QualityPoint& point, QualityAxis axis, const QualityLimits& limits) {
  if (axis != QualityAxis::kLoss || !limits.frames_per_second) return on_axis(limits, axis);
  if (!point.due_per_second || are_too_few(*point.due_per_second, *limits.frames_per_second)) return std::nullopt;
  return 1 - *limits.frames_per_second / *point.due_per_second;
}

QualityLimits at_frame_rate(const QualityLimits& limits, std::optional<double> due_per_second) {
  if (!limits.frames_per_second) return limits;
  return with_frames_per_second(limits, *limits.frames_per_second, due_per_second.value_or(kUsualFramesPerSecond));
}

bool has_too_few_frames(const QualityPoint& point, const QualityLimits& limits) {
  if (!limits.frames_per_second) return false;
  if (point.due_per_second) return are_too_few(*point.due_per_second, *limits.frames_per_second);
  return point.loss_ratio && *point.loss_ratio >= 1;
}

QualityLimits limits_of(QualityPreset preset, Medium medium) {
  constexpr double kTalkingFramesPerSecond = 3;
  const bool video = medium == Medium::kVideo;
  if (preset == QualityPreset::kBroadcast)
    return video ? QualityLimits{10'000, 20, 0.01} : QualityLimits{10'000, 10, 0.01};
  if (video) return with_frames_per_second({230, 50}, kTalkingFramesPerSecond);
  return preset == QualityPreset::kAudioconference ? QualityLimits{150, 30, 0.03} : QualityLimits{230, 30, 0.06};
}

QualityLimits default_limits(Medium medium) {
  return limits_of(QualityPreset::kVideoconference, medium);
}

std::vector<CrossedLimit> limits_crossed(const QualityPoint& point, const QualityLimits& limits) {
  std::vector<CrossedLimit> crossed;
  for (const QualityAxis axis : kEveryQualityAxis) {
    const auto value = on_axis(point, axis), limit = limit_of(point, axis, limits);
    const bool loss = axis == QualityAxis::kLoss, is_above = value && limit && *value > *limit;
    if (!is_above && !(loss && has_too_few_frames(point, limits))) continue;
    crossed.push_back({axis, value.value_or(0), limit, name_of(point, axis)});
    if (loss) crossed.back().frames_per_second = limits.frames_per_second;
    if (loss) crossed.back().due_per_second = point.due_per_second;
  }
  const auto how_far = [](const CrossedLimit& each) {
    return each.limit ? each.value / *each.limit : std::numeric_limits<double>::infinity();
  };
  std::ranges::stable_sort(crossed, std::ranges::greater(), how_far);
  return crossed;
}

std::string quality_value(QualityAxis axis, double value) {
  return with_unit(axis, value, 3);
}

std::string limit_words(const QualityPoint& point, QualityAxis axis, const QualityLimits& limits) {
  const auto limit = limit_of(point, axis, limits);
  if (axis != QualityAxis::kLoss || !limits.frames_per_second) return quality_value(axis, *limit);
  if (!limit) return frames_words(*limits.frames_per_second);
  return quality_value(axis, *limit) + share_words(*limits.frames_per_second, *point.due_per_second);
}

std::string words(const CrossedLimit& crossed) {
  if (!crossed.limit) return "fewer than " + frames_words(crossed.frames_per_second.value_or(0));
  const std::string limit = quality_value(crossed.axis, *crossed.limit);
  std::string value = quality_value(crossed.axis, crossed.value);
  for (int digits = 4; value == limit && digits < 9; ++digits) value = with_unit(crossed.axis, crossed.value, digits);
  std::string said = std::string(crossed.name) + " " + value + " is above " + limit;
  if (crossed.frames_per_second && crossed.due_per_second)
    said += share_words(*crossed.frames_per_second, *crossed.due_per_second);
  return said;
}

}  // namespace jitterscope
