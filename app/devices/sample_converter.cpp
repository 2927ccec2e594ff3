#include "app/devices/sample_converter.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <samplerate.h>

#include "core/algorithms/media/sources.h"

namespace jitterscope {
namespace {

template <typename Sample>
void append(QByteArray& bytes, Sample sample) {
  bytes.append(reinterpret_cast<const char*>(&sample), sizeof sample);
}

}  // namespace

void append_sample(QByteArray& bytes, QAudioFormat::SampleFormat format, float value) {
  const float bounded = std::clamp(value, -1.0f, 1.0f);
  switch (format) {
    case QAudioFormat::UInt8: append(bytes, static_cast<std::uint8_t>(std::lround(bounded * 127.0f) + 128)); break;
    case QAudioFormat::Int16: append(bytes, static_cast<std::int16_t>(std::lround(bounded * 32767.0f))); break;
    case QAudioFormat::Int32: append(bytes, static_cast<std::int32_t>(std::llround(bounded * 2147483647.0))); break;
    default: append(bytes, bounded); break;
  }
}

QAudioFormat call_format() {
  QAudioFormat format;
  format.setSampleRate(kAudioSampleRate);
  format.setChannelCount(1);
  format.setSampleFormat(QAudioFormat::Int16);
  return format;
}

RateConverter::RateConverter(int from_rate, int to_rate) : ratio_(static_cast<double>(to_rate) / from_rate) {
  if (from_rate == to_rate) return;
  int error = 0;
  state_.reset(src_new(SRC_SINC_FASTEST, 1, &error));
  if (!state_ || !src_is_valid_ratio(ratio_)) throw std::runtime_error("this sample rate cannot be converted");
}

void RateConverter::Delete::operator()(SRC_STATE_tag* state) const {
  src_delete(state);
}

std::span<const float> RateConverter::convert(std::span<const float> samples) {
  if (!state_) return samples;
  converted_.resize(static_cast<std::size_t>(static_cast<double>(samples.size()) * ratio_) + 64);
  SRC_DATA data{};
  data.data_in = samples.data();
  data.input_frames = static_cast<long>(samples.size());
  data.data_out = converted_.data();
  data.output_frames = static_cast<long>(converted_.size());
  data.src_ratio = ratio_;
  if (src_process(state_.get(), &data) != 0) return {};
  return std::span(converted_).first(static_cast<std::size_t>(data.output_frames_gen));
}

ToCallFormat::ToCallFormat(const QAudioFormat& device)
    : device_(device), rate_(device.sampleRate(), kAudioSampleRate) {}

void ToCallFormat::convert(QByteArray bytes, std::vector<std::int16_t>& out) {
  if (!rest_.isEmpty()) bytes.prepend(rest_);
  const int frame_bytes = device_.bytesPerFrame(), sample_bytes = device_.bytesPerSample();
  const auto frames = bytes.size() / frame_bytes;
  mono_.clear();
  for (qsizetype i = 0; i < frames; ++i) {
    float sum = 0;
    for (int c = 0; c < device_.channelCount(); ++c)
      sum += device_.normalizedSampleValue(bytes.constData() + i * frame_bytes + c * sample_bytes);
    mono_.push_back(sum / static_cast<float>(device_.channelCount()));
  }
  rest_ = bytes.mid(frames * frame_bytes);
  for (const float value : rate_.convert(mono_))
    out.push_back(static_cast<std::int16_t>(std::clamp(std::lround(value * 32768.0f), -32768L, 32767L)));
}

FromCallFormat::FromCallFormat(const QAudioFormat& device, Duration kept)
    : device_(device), rate_({.input_rate = kAudioSampleRate, .output_rate = device.sampleRate(), .level = kept}) {}

QByteArray FromCallFormat::convert(std::span<const std::int16_t> samples, Duration level) {
  QByteArray bytes;
  for (const float value : rate_.process(samples, level))
    for (int c = 0; c < device_.channelCount(); ++c) append_sample(bytes, device_.sampleFormat(), value);
  return bytes;
}

}  // namespace jitterscope
