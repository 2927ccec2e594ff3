#pragma once
// The time between two units of a stream, as the jitter of the quality space is made from it.
#include <cmath>
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

/// Timestamps that are further than this from the times of arrival began anew.
inline constexpr double kStampJumpMs = 10'000;

/// ms between two units that came one after the other, less the step of their RTP timestamps: a sender's own change of
/// pace is no jitter. `step` absent: there are none. Absent where the timestamps began anew.
inline std::optional<double> unit_spacing_ms(Duration between, std::optional<std::int64_t> step, double timestamp_hz) {
  double spacing = between.ms();
  if (!step) return spacing;
  spacing -= static_cast<double>(*step) / timestamp_hz * 1e3;
  return std::abs(spacing) < kStampJumpMs ? std::optional(spacing) : std::nullopt;
}

/// The same where `step` is that of their send times, or of their numbers at the period of the stream, so that a gap
/// left by loss is no jitter. Absent where it is a long one that the times of arrival do not show: numbers began anew,
/// or the sender's clock was set. A long time of arrival alone is an outage.
inline std::optional<double> unit_spacing_ms(Duration between, Duration step) {
  const double spacing = (between - step).ms();
  const bool began_anew = std::abs(step.ms()) >= kStampJumpMs && std::abs(spacing) >= kStampJumpMs;
  return began_anew ? std::nullopt : std::optional(spacing);
}

}  // namespace jitterscope
