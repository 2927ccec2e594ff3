#pragma once
// Sound of the call (8 kHz mono) at a device's rate, a little faster or slower than nominal so that the buffer behind
// it keeps its level although the device's clock is not this machine's. Sans-IO; libsamplerate.
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/units/time.h"

struct SRC_STATE_tag;

namespace jitterscope {

struct DriftResamplerConfig {
  int input_rate = 8000;
  int output_rate = 48'000;
  Duration level = Duration::ms(40);  // that is kept
  std::size_t most_input = 2048;      // samples a call
};

/// audio-device thread. Throws std::runtime_error when made with rates that libsamplerate refuses (a ratio above 256);
/// allocates only when made.
class DriftResampler {
 public:
  static constexpr double kMostPpm = 500;
  explicit DriftResampler(const DriftResamplerConfig& config);

  /// `level` = what waits in the buffer behind, before this sound. The result is valid until the next call; of input
  /// beyond `most_input` nothing is taken. The filter keeps some milliseconds back.
  std::span<const float> process(std::span<const std::int16_t> input, Duration level);
  std::span<const float> process(std::span<const float> input, Duration level);
  /// How much quicker than nominal the device takes samples, as corrected now.
  double ppm() const { return ppm_; }
  /// The buffer ran dry or was filled anew: the level tells nothing of the past. The learnt rate stays.
  void reset_level() { any_level_ = false; }

 private:
  struct Delete {
    void operator()(SRC_STATE_tag* state) const;
  };
  void steer(Duration level, Duration elapsed);

  DriftResamplerConfig config_;
  std::unique_ptr<SRC_STATE_tag, Delete> state_;
  std::vector<float> input_, output_;
  bool any_level_ = false;
  double level_ms_ = 0;  // smoothed
  double integral_ppm_ = 0, ppm_ = 0;
};

}  // namespace jitterscope
