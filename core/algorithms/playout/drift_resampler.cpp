#include "core/algorithms/playout/drift_resampler.h"

#include <samplerate.h>

#include <algorithm>
#include <stdexcept>

namespace jitterscope {
namespace {

// The level changes by 1e-3 ms a second for each ppm. These give a critically damped loop that settles within a minute.
constexpr double kPpmPerMs = 50;           // proportional
constexpr double kPpmPerMsSecond = 0.625;  // integral: kPpmPerMs² · 1e-3 / 4
constexpr double kSmoothingSeconds = 1;    // of the level, which moves by a chunk up and down

}  // namespace

void DriftResampler::Delete::operator()(SRC_STATE* state) const {
  src_delete(state);
}

DriftResampler::DriftResampler(const DriftResamplerConfig& config) : config_(config), input_(config.most_input) {
  const double ratio = static_cast<double>(config.output_rate) / config.input_rate;
  int error = 0;
  state_.reset(src_new(SRC_SINC_FASTEST, 1, &error));
  if (!state_ || !src_is_valid_ratio(ratio)) throw std::runtime_error("The rate of the sound device cannot be made");
  const double most = static_cast<double>(config.most_input) * ratio * (1 + kMostPpm * 1e-6);
  output_.resize(static_cast<std::size_t>(most) + 256);
}

std::span<const float> DriftResampler::process(std::span<const std::int16_t> input, Duration level) {
  input = input.first(std::min(input.size(), input_.size()));
  src_short_to_float_array(input.data(), input_.data(), static_cast<int>(input.size()));
  return process(std::span<const float>(input_).first(input.size()), level);
}

std::span<const float> DriftResampler::process(std::span<const float> input, Duration level) {
  input = input.first(std::min(input.size(), config_.most_input));
  if (input.empty()) return {};
  steer(level, Duration::from_seconds(static_cast<double>(input.size()) / config_.input_rate));
  SRC_DATA data{};
  data.data_in = input.data();
  data.input_frames = static_cast<long>(input.size());
  data.data_out = output_.data();
  data.output_frames = static_cast<long>(output_.size());
  data.src_ratio = static_cast<double>(config_.output_rate) / config_.input_rate * (1 + ppm_ * 1e-6);
  if (src_process(state_.get(), &data) != 0) return {};
  return std::span<const float>(output_).first(static_cast<std::size_t>(data.output_frames_gen));
}

void DriftResampler::steer(Duration level, Duration elapsed) {
  if (!any_level_) level_ms_ = level.ms();
  any_level_ = true;
  level_ms_ += (level.ms() - level_ms_) * std::min(elapsed.seconds() / kSmoothingSeconds, 1.0);
  const double missing_ms = config_.level.ms() - level_ms_;
  integral_ppm_ = std::clamp(integral_ppm_ + kPpmPerMsSecond * missing_ms * elapsed.seconds(), -kMostPpm, kMostPpm);
  ppm_ = std::clamp(kPpmPerMs * missing_ms + integral_ppm_, -kMostPpm, kMostPpm);
}

}  // namespace jitterscope
