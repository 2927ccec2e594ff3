#pragma once
// The largest latency, jitter and loss that a user accepts (claypool98 §7), which limits a point has crossed, and in
// which words a screen says so. Pure functions, any thread.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/algorithms/quality/quality_point.h"

namespace jitterscope {

struct QualityLimits {
  double latency_ms = 230, jitter_ms = 30, loss_ratio = 0.06;  // all above 0
  bool operator==(const QualityLimits&) const = default;
};

enum class QualityAxis : std::uint8_t { kLatency, kJitter, kLoss };
inline constexpr std::size_t kQualityAxes = 3;
inline constexpr std::array<QualityAxis, kQualityAxes> kEveryQualityAxis{QualityAxis::kLatency, QualityAxis::kJitter,
                                                                         QualityAxis::kLoss};
std::string_view to_string(QualityAxis);  // "latency", "jitter", "not played"
/// The same; "not come" where nothing tells what was played.
std::string_view name_of(const QualityPoint&, QualityAxis);

std::optional<double>& on_axis(QualityPoint&, QualityAxis);  // ms, ms, share
std::optional<double> on_axis(const QualityPoint&, QualityAxis);
double& on_axis(QualityLimits&, QualityAxis);
double on_axis(const QualityLimits&, QualityAxis);

enum class QualityPreset : std::uint8_t { kVideoconference, kAudioconference, kBroadcast };
inline constexpr std::array<QualityPreset, 3> kEveryQualityPreset{
    QualityPreset::kVideoconference, QualityPreset::kAudioconference, QualityPreset::kBroadcast};
std::string_view to_string(QualityPreset);  // "videoconference", "audioconference", "broadcast"
std::string_view source_of(QualityPreset);  // where its numbers are from, one sentence
QualityLimits limits_of(QualityPreset, Medium);
/// Audio 230 ms, 30 ms, 0.06; video 230 ms, 50 ms, 0.9. The preset videoconference is the same.
QualityLimits default_limits(Medium);

struct CrossedLimit {
  QualityAxis axis{};
  double value = 0, limit = 0;  // ms, ms, share
  std::string_view name = to_string(axis);
  bool operator==(const CrossedLimit&) const = default;
};

/// The limits that a point is beyond, the farthest (value / limit) first. An unknown coordinate crosses nothing.
std::vector<CrossedLimit> limits_crossed(const QualityPoint&, const QualityLimits&);

std::string quality_value(QualityAxis, double);  // "41 ms", "6.3 %"
std::string words(const CrossedLimit&);          // "jitter 41 ms is above 30 ms"

}  // namespace jitterscope
