#include "core/algorithms/media/talkspurt.h"

#include <algorithm>

#include "core/algorithms/media/level_meter.h"
#include "core/algorithms/media/sources.h"

namespace jitterscope {
namespace {

constexpr double kAboveFloor = 10, kLowestThreshold = -55;  // dB, dBFS
constexpr double kRiseDbPerSecond = 3;                      // slow: a vowel is not the room's noise

}  // namespace

double TalkspurtDetector::threshold_dbfs() const {
  return std::max(floor_dbfs_ + kAboveFloor, kLowestThreshold);
}

bool TalkspurtDetector::add(std::span<const std::int16_t> samples) {
  const auto level = measure_level(samples);
  if (!level) return false;
  const auto length = Duration::ns(static_cast<std::int64_t>(samples.size()) * 1'000'000'000 / kAudioSampleRate);
  const bool silent = level->rms_dbfs < threshold_dbfs();
  const double risen = floor_dbfs_ + kRiseDbPerSecond * length.seconds();
  floor_dbfs_ = std::clamp(std::min(level->rms_dbfs, risen), kLowestFloor, kHighestFloor);
  if (silent) {
    silence_ += length;
    return false;
  }
  const bool begins = silence_ >= kPause;
  silence_ = {};
  return begins;
}

}  // namespace jitterscope
