#include "core/algorithms/media/level_meter.h"

#include <algorithm>
#include <cmath>

#include "core/algorithms/media/sources.h"

namespace jitterscope {
namespace {

constexpr double kFall = 20;  // dB a second

double dbfs(double amplitude) {
  return amplitude > 0 ? std::max(kSilenceDbfs, 20 * std::log10(amplitude / 32768.0)) : kSilenceDbfs;
}

}  // namespace

std::optional<AudioLevel> measure_level(std::span<const std::int16_t> samples) {
  if (samples.empty()) return std::nullopt;
  double energy = 0;
  int peak = 0;
  for (const int sample : samples) {
    energy += static_cast<double>(sample) * sample;
    peak = std::max(peak, std::abs(sample));
  }
  return AudioLevel{dbfs(std::sqrt(energy / static_cast<double>(samples.size()))), dbfs(peak)};
}

void LevelMeter::add(std::span<const std::int16_t> samples) {
  const auto now = measure_level(samples);
  if (!now) return;
  if (!level_) {
    level_ = now;
    return;
  }
  const double fall = kFall * static_cast<double>(samples.size()) / kAudioSampleRate;
  level_->rms_dbfs = std::max(now->rms_dbfs, level_->rms_dbfs - fall);
  level_->peak_dbfs = std::max(now->peak_dbfs, level_->peak_dbfs - fall);
}

}  // namespace jitterscope
