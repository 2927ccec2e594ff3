#pragma once
// Between the call's sound (8 kHz mono 16-bit) and what a sound device speaks: sample type, channels, rate
// (libsamplerate).
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <QAudioFormat>
#include <QByteArray>

#include "core/algorithms/playout/drift_resampler.h"

struct SRC_STATE_tag;

namespace jitterscope {

/// The call's own format.
QAudioFormat call_format();

/// `value` in -1 to 1, bounded to it.
void append_sample(QByteArray& bytes, QAudioFormat::SampleFormat format, float value);

/// Mono samples from one rate to another; nothing to do when they are equal. Throws std::runtime_error on rates that
/// libsamplerate refuses (a ratio above 256).
class RateConverter {
 public:
  RateConverter(int from_rate, int to_rate);
  /// The result is valid until the next call. The filter keeps some milliseconds back.
  std::span<const float> convert(std::span<const float> samples);

 private:
  struct Delete {
    void operator()(SRC_STATE_tag* state) const;
  };
  double ratio_;
  std::unique_ptr<SRC_STATE_tag, Delete> state_;  // null when the rates are equal
  std::vector<float> converted_;
};

/// Device → call. Channels are averaged.
class ToCallFormat {
 public:
  explicit ToCallFormat(const QAudioFormat& device);
  /// Appends to `out`. A frame cut at the end of `bytes` is kept for the next call.
  void convert(QByteArray bytes, std::vector<std::int16_t>& out);

 private:
  QAudioFormat device_;
  RateConverter rate_;
  QByteArray rest_;
  std::vector<float> mono_;
};

/// Call → device, at the device's own pace. Every channel gets the same.
class FromCallFormat {
 public:
  /// Steers towards `kept` in the device's buffer.
  FromCallFormat(const QAudioFormat& device, Duration kept);
  /// `level` = what waits in the device's buffer before this.
  QByteArray convert(std::span<const std::int16_t> samples, Duration level);
  double ppm() const { return rate_.ppm(); }
  /// The device ran dry.
  void reset_level() { rate_.reset_level(); }

 private:
  QAudioFormat device_;
  DriftResampler rate_;
};

}  // namespace jitterscope
