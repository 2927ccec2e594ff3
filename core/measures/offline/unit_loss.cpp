#include "core/measures/offline/unit_loss.h"

#include <algorithm>

#include "core/measures/definitions/loss_bursts.h"

namespace jitterscope {
namespace {

void add_not_played(const StreamInput& stream, std::int64_t first, std::int64_t last, LossBurstCounter& counter) {
  std::int64_t next = first;
  for (const std::int64_t number : stream.units_not_played) {
    if (number < next || number > last) continue;
    counter.add(false, number - next);
    counter.add(true);
    next = number + 1;
  }
  counter.add(false, last - next + 1);
}

void add_not_whole(std::span<const MediaFrame> frames, LossBurstCounter& counter) {
  std::int64_t next = frames.front().number;
  for (const MediaFrame& frame : frames) {
    counter.add(true, frame.number - next);
    counter.add(!frame.complete);
    next = frame.number + 1;
  }
}

}  // namespace

std::optional<LossBursts> loss_bursts(const StreamInput& stream, std::span<const MediaFrame> frames,
                                      std::optional<double> period_ms, std::int64_t blocks_beyond) {
  if (frames.empty()) return std::nullopt;
  LossBurstCounter counter;
  if (stream.units_played)
    add_not_played(stream, frames.front().number, frames.back().number - stream.units_waiting, counter);
  else
    add_not_whole(frames, counter);
  if (stream.medium == Medium::kAudio) counter.add(true, blocks_beyond);
  return counter.figures(period_ms);
}

std::optional<LossBursts> assumed_loss_bursts(std::vector<std::int64_t> played, std::span<const MediaFrame> frames,
                                              std::optional<double> period_ms, std::int64_t blocks_beyond) {
  if (frames.empty()) return std::nullopt;
  std::sort(played.begin(), played.end());
  LossBurstCounter counter;
  std::int64_t next = frames.front().number;
  for (const std::int64_t number : played) {
    counter.add(true, number - next);
    counter.add(false);
    next = number + 1;
  }
  counter.add(true, frames.back().number + 1 - next + blocks_beyond);
  return counter.figures(period_ms);
}

std::optional<VoiceQuality> voice_of(const StreamReport& r) {
  if (r.medium != Medium::kAudio || r.direction != Direction::kReceived) return std::nullopt;
  return voice_quality(r.quality);
}

}  // namespace jitterscope
