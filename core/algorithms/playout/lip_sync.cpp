#include "core/algorithms/playout/lip_sync.h"

#include <algorithm>

namespace jitterscope {

Duration LipSync::Track::mean(const std::array<Duration, kUnits>& of) const {
  const std::size_t known = std::min(count, kUnits);
  Duration sum;
  for (std::size_t i = 0; i < known; ++i) sum += of[i] - of[0];
  return of[0] + sum / static_cast<std::int64_t>(known);
}

void LipSync::note(Medium medium, const PlayedUnit& unit) {
  Track& track = media_[static_cast<std::size_t>(medium)];
  if (unit.playout - track.last > kForget) track.count = 0;
  const std::size_t index = track.count++ % Track::kUnits;
  track.whole[index] = unit.playout - unit.captured;
  track.own[index] = track.whole[index] - unit.held;
  track.last = std::max(track.last, unit.playout);
}

std::optional<Duration> LipSync::skew(Timestamp now) const {
  for (const Track& track : media_)
    if (track.count == 0 || now - track.last > kForget) return std::nullopt;
  const Duration skew = media_[0].mean(media_[0].whole) - media_[1].mean(media_[1].whole);
  if (skew > kMostSkew || -skew > kMostSkew) return std::nullopt;
  return skew;
}

LipSyncHolds LipSync::holds(Timestamp now) {
  if (!on_ || !skew(now)) return told_ = {};
  const Duration sound_later = media_[0].mean(media_[0].own) - media_[1].mean(media_[1].own);
  const Duration told = told_.video - told_.audio;
  if (std::max(sound_later - told, told - sound_later) <= kDeadBand) return told_;
  const Duration hold = std::clamp(sound_later, -kMostHold, kMostHold);
  told_ = hold > Duration{} ? LipSyncHolds{{}, hold} : LipSyncHolds{-hold, {}};
  return told_;
}

}  // namespace jitterscope
