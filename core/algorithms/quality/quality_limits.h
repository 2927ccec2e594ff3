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
  double latency_ms = 230, jitter_ms = 30;  // above 0
  /// The share of the units due that may be not played, above 0. With a limit in frames a second it is the share that
  /// leaves as many of kUsualFramesPerSecond, for where nothing tells how many are due.
  double loss_ratio = 0.06;
  /// A picture of which fewer frames are played is not accepted (claypool98 §8.1). Absent: the share alone counts.
  std::optional<double> frames_per_second = {};
  bool operator==(const QualityLimits&) const = default;
};
inline constexpr double kUsualFramesPerSecond = 30;

/// Sets both limits of loss: so many frames a second, and the share that leaves as many of `due_per_second`. Where no
/// more are due, the share is the least that an axis can show.
QualityLimits with_frames_per_second(QualityLimits, double frames_per_second,
                                     double due_per_second = kUsualFramesPerSecond);
inline constexpr double kLeastLossLimit = 0.0001;

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

/// The limit that the point is held to, in ms, ms or as a share; a limit in frames a second is the share of the frames
/// due that leaves so many. Absent: no share does, since so few are due, or it is not known how many are.
std::optional<double> limit_of(const QualityPoint&, QualityAxis, const QualityLimits&);
/// The limits with the share to draw for so many frames due: the least one where limit_of() has none, and that of
/// kUsualFramesPerSecond where nothing tells how many are due.
QualityLimits at_frame_rate(const QualityLimits&, std::optional<double> due_per_second);
/// Whether fewer frames a second than the limit are played, whatever is not known of the point: so few are due, or none
/// is played.
bool has_too_few_frames(const QualityPoint&, const QualityLimits&);

enum class QualityPreset : std::uint8_t { kVideoconference, kAudioconference, kBroadcast };
inline constexpr std::array<QualityPreset, 3> kEveryQualityPreset{
    QualityPreset::kVideoconference, QualityPreset::kAudioconference, QualityPreset::kBroadcast};
std::string_view to_string(QualityPreset);  // "videoconference", "audioconference", "broadcast"
std::string_view source_of(QualityPreset);  // where its numbers are from, one sentence
QualityLimits limits_of(QualityPreset, Medium);
/// Audio 230 ms, 30 ms, 0.06; video 230 ms, 50 ms, 3 frames/s. The preset videoconference is the same.
QualityLimits default_limits(Medium);

/// The limits of both media.
struct MediaLimits {
  QualityLimits audio = default_limits(Medium::kAudio), video = default_limits(Medium::kVideo);
  const QualityLimits& of(Medium medium) const { return medium == Medium::kAudio ? audio : video; }
  QualityLimits& of(Medium medium) { return medium == Medium::kAudio ? audio : video; }
  bool operator==(const MediaLimits&) const = default;
};

struct CrossedLimit {
  QualityAxis axis{};
  double value = 0;                 // ms, ms, share
  std::optional<double> limit = 0;  // absent: too few frames a second, whatever share of them is played
  std::string_view name = to_string(axis);
  std::optional<double> frames_per_second = {}, due_per_second = {};  // of a limit in frames a second
  bool operator==(const CrossedLimit&) const = default;
};

/// The limits that a point is beyond, the farthest (value / limit) first. An unknown coordinate crosses nothing.
std::vector<CrossedLimit> limits_crossed(const QualityPoint&, const QualityLimits&);

std::string quality_value(QualityAxis, double);  // "41 ms", "6.3 %"
/// "230 ms", "6 %", "90 %, 3 of 30 frames/s", "3 frames/s": what the point is held to.
std::string limit_words(const QualityPoint&, QualityAxis, const QualityLimits&);
/// "jitter 41 ms is above 30 ms", "not played 92 % is above 90 %, 3 of 30 frames/s", "fewer than 3 frames/s".
std::string words(const CrossedLimit&);

}  // namespace jitterscope
