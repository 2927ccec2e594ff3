#include "core/media/wav_file.h"

#include <samplerate.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>

#include "core/media/sources.h"

namespace jitterscope {
namespace {

using Bytes = std::span<const std::uint8_t>;

std::uint32_t little(Bytes bytes, std::size_t at, int count) {  // the caller has checked the bounds
  std::uint32_t value = 0;
  for (int i = count - 1; i >= 0; --i) value = value << 8 | bytes[at + static_cast<std::size_t>(i)];
  return value;
}

bool says(Bytes bytes, std::size_t at, const char* tag) {
  return std::memcmp(bytes.data() + at, tag, 4) == 0;
}

struct Format {
  std::uint32_t coding = 0, channels = 0, rate = 0, bits = 0;  // coding 1 = PCM, 3 = float
};

std::optional<Format> parse_format(Bytes chunk) {
  if (chunk.size() < 16) return std::nullopt;
  Format format{little(chunk, 0, 2), little(chunk, 2, 2), little(chunk, 4, 4), little(chunk, 14, 2)};
  constexpr std::uint32_t kExtensible = 0xFFFE;
  if (format.coding == kExtensible && chunk.size() >= 26) format.coding = little(chunk, 24, 2);
  return format;
}

std::string objection(const Format& format) {
  const bool pcm =
      format.coding == 1 && (format.bits == 8 || format.bits == 16 || format.bits == 24 || format.bits == 32);
  if (!pcm && !(format.coding == 3 && format.bits == 32))
    return "The sound is coded in a way that is not known here; 8 to 32-bit PCM and 32-bit float are.";
  if (format.channels < 1 || format.channels > 32) return "The number of channels is not between 1 and 32.";
  if (format.rate < 1000 || format.rate > 384000) return "The sample rate is not between 1 and 384 kHz.";
  return {};
}

float sample_at(Bytes bytes, std::size_t at, const Format& format) {
  if (format.coding == 3) {
    const auto value = std::bit_cast<float>(little(bytes, at, 4));
    return std::isfinite(value) ? std::clamp(value, -1.0f, 1.0f) : 0.0f;
  }
  if (format.bits == 8) return (static_cast<float>(bytes[at]) - 128) / 128;
  const int width = static_cast<int>(format.bits) / 8;
  const auto top_aligned = static_cast<std::int32_t>(little(bytes, at, width) << (32 - format.bits));
  return static_cast<float>(top_aligned) / 2147483648.0f;
}

std::vector<float> mono(Bytes bytes, const Format& format) {
  const std::size_t sample_bytes = format.bits / 8, frame_bytes = sample_bytes * format.channels;
  std::vector<float> samples(bytes.size() / frame_bytes);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    float sum = 0;
    for (std::size_t channel = 0; channel < format.channels; ++channel)
      sum += sample_at(bytes, i * frame_bytes + channel * sample_bytes, format);
    samples[i] = sum / static_cast<float>(format.channels);
  }
  return samples;
}

WavSamples at_8_khz(const std::vector<float>& samples, std::uint32_t rate) {
  std::vector<float> resampled;
  const std::vector<float>* ready = &samples;
  if (rate != kAudioSampleRate) {
    const double ratio = static_cast<double>(kAudioSampleRate) / rate;
    resampled.resize(static_cast<std::size_t>(static_cast<double>(samples.size()) * ratio) + 16);
    SRC_DATA data{};
    data.data_in = samples.data();
    data.input_frames = static_cast<long>(samples.size());
    data.data_out = resampled.data();
    data.output_frames = static_cast<long>(resampled.size());
    data.src_ratio = ratio;
    if (const int status = src_simple(&data, SRC_SINC_MEDIUM_QUALITY, 1); status != 0)
      return {{}, std::string("The sound could not be brought to 8 kHz: ") + src_strerror(status) + "."};
    resampled.resize(static_cast<std::size_t>(data.output_frames_gen));
    ready = &resampled;
  }
  WavSamples result;
  result.samples.resize(ready->size());
  std::transform(ready->begin(), ready->end(), result.samples.begin(), [](float value) {
    return static_cast<std::int16_t>(std::clamp(std::lround(value * 32768.0f), -32768L, 32767L));
  });
  if (result.samples.empty()) result.error = "The file holds no sound.";
  return result;
}

}  // namespace

WavSamples parse_wav(Bytes file) {
  if (file.size() < 12 || !says(file, 0, "RIFF") || !says(file, 8, "WAVE")) return {{}, "This is not a WAV file."};
  std::optional<Format> format;
  for (std::size_t at = 12; at + 8 <= file.size();) {
    const std::size_t size = little(file, at + 4, 4);
    const Bytes chunk = file.subspan(at + 8, std::min(size, file.size() - at - 8));
    if (says(file, at, "fmt ")) format = parse_format(chunk);
    if (says(file, at, "data")) {
      if (!format) return {{}, "The WAV file is damaged: it does not say how its sound is coded."};
      if (auto reason = objection(*format); !reason.empty()) return {{}, std::move(reason)};
      return at_8_khz(mono(chunk, *format), format->rate);
    }
    at += 8 + chunk.size() + (size & 1);
  }
  return {{}, "The WAV file is damaged: it holds no sound."};
}

WavSamples read_wav(const std::string& path) {
  constexpr std::streamoff kLargest = 256 << 20;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
  if (size < 0 || size == std::numeric_limits<std::streamoff>::max())
    return {{}, "The file cannot be read. Check its name and permissions."};
  if (size > kLargest) return {{}, "The file is larger than 256 MB. Use a shorter one."};
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
  file.seekg(0);
  if (!file.read(reinterpret_cast<char*>(bytes.data()), size)) return {{}, "The file cannot be read to its end."};
  return parse_wav(bytes);
}

}  // namespace jitterscope
