#include "core/call/capture/wav_file.h"

#include <samplerate.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "core/base/files/input_file.h"

namespace jitterscope {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t kFramesARead = 4096;
constexpr std::uint32_t kLongestFormat = 64;  // bytes of it that are looked at
constexpr int kMostChunks = 1000;             // before the sound

std::uint32_t little(Bytes bytes, std::size_t at, int count) {  // the caller has checked the bounds
  std::uint32_t value = 0;
  for (int i = count - 1; i >= 0; --i) value = value << 8 | bytes[at + static_cast<std::size_t>(i)];
  return value;
}

bool says(Bytes bytes, std::size_t at, const char* tag) {
  return std::memcmp(bytes.data() + at, tag, 4) == 0;
}

std::size_t read_bytes(std::istream& file, std::span<std::uint8_t> room) {
  file.read(reinterpret_cast<char*>(room.data()), static_cast<std::streamsize>(room.size()));
  return static_cast<std::size_t>(file.gcount());
}

float sample_at(Bytes bytes, std::size_t at, std::uint32_t coding, std::uint32_t bits) {
  if (coding == 3) {
    const auto value = std::bit_cast<float>(little(bytes, at, 4));
    return std::isfinite(value) ? std::clamp(value, -1.0f, 1.0f) : 0.0f;
  }
  if (bits == 8) return (static_cast<float>(bytes[at]) - 128) / 128;
  const auto top_aligned = static_cast<std::int32_t>(little(bytes, at, static_cast<int>(bits) / 8) << (32 - bits));
  return static_cast<float>(top_aligned) / 2147483648.0f;
}

std::int16_t to_pcm(float value) {
  return static_cast<std::int16_t>(std::clamp(std::lround(value * 32768.0f), -32768L, 32767L));
}

class LoopedWav : public AudioSource {
 public:
  explicit LoopedWav(std::unique_ptr<std::istream> file) : reader_(std::move(file)) {}
  void fetch(std::span<std::int16_t> samples) override {
    for (int rounds = 0; !samples.empty(); ++rounds) {
      const std::size_t count = reader_.read(samples);
      if (count > 0) rounds = 0;
      samples = samples.subspan(count);
      if (samples.empty()) return;
      if (rounds > 1) {  // the file has lost its sound
        std::ranges::fill(samples, std::int16_t{0});
        return;
      }
      reader_.rewind();
    }
  }

 private:
  WavReader reader_;
};

}  // namespace

void WavReader::EndResampler::operator()(SRC_STATE_tag* state) const {
  src_delete(state);
}

WavReader::~WavReader() = default;

WavReader::WavReader(std::unique_ptr<std::istream> file) : file_(std::move(file)) {
  read_head();
  if (format_.rate != kAudioSampleRate) {
    int status = 0;
    resampler_.reset(src_new(SRC_SINC_MEDIUM_QUALITY, 1, &status));
    if (!resampler_)
      throw std::runtime_error(std::string("The sound cannot be brought to 8 kHz: ") + src_strerror(status) + ".");
  }
  raw_.resize(kFramesARead * format_.frame_bytes());
  mono_.resize(kFramesARead);
  std::array<std::int16_t, 1> first{};
  if (read(first) == 0) throw std::runtime_error("The file holds no sound.");
  rewind();
}

void WavReader::read_head() {
  std::array<std::uint8_t, 12> head{};
  if (read_bytes(*file_, head) < head.size() || !says(head, 0, "RIFF") || !says(head, 8, "WAVE"))
    throw std::runtime_error("This is not a WAV file.");
  std::array<std::uint8_t, 8> chunk{};
  std::streamoff at = 12;
  for (int chunks = 0; chunks < kMostChunks; ++chunks) {
    file_->clear();
    file_->seekg(at);
    if (read_bytes(*file_, chunk) < chunk.size()) break;
    const std::uint32_t size = little(chunk, 4, 4);
    if (says(chunk, 0, "fmt ")) read_format(size);
    if (says(chunk, 0, "data")) {
      if (format_.rate == 0)
        throw std::runtime_error("The WAV file is damaged: it does not say how its sound is coded.");
      data_ = at + 8;
      bytes_ = bytes_left_ = size;
      return;
    }
    at += 8 + std::streamoff{size} + (size & 1);
  }
  throw std::runtime_error("The WAV file is damaged: it holds no sound.");
}

void WavReader::read_format(std::uint32_t bytes) {
  std::array<std::uint8_t, kLongestFormat> room{};
  const Bytes chunk = Bytes(room).first(read_bytes(*file_, std::span(room).first(std::min(bytes, kLongestFormat))));
  if (chunk.size() < 16) return;
  Format format{little(chunk, 0, 2), little(chunk, 2, 2), little(chunk, 4, 4), little(chunk, 14, 2)};
  constexpr std::uint32_t kExtensible = 0xFFFE;
  if (format.coding == kExtensible && chunk.size() >= 26) format.coding = little(chunk, 24, 2);
  const bool pcm =
      format.coding == 1 && (format.bits == 8 || format.bits == 16 || format.bits == 24 || format.bits == 32);
  if (!pcm && !(format.coding == 3 && format.bits == 32))
    throw std::runtime_error(
        "The sound is coded in a way that is not known here; 8 to 32-bit PCM and 32-bit float are.");
  if (format.channels < 1 || format.channels > 32)
    throw std::runtime_error("The number of channels is not between 1 and 32.");
  if (format.rate < 1000 || format.rate > 384000)
    throw std::runtime_error("The sample rate is not between 1 and 384 kHz.");
  format_ = format;
}

/// The next of the file, all channels together; fewer than kFramesARead: its last.
std::span<float> WavReader::read_frames() {
  const auto most = std::min<std::int64_t>(bytes_left_, static_cast<std::int64_t>(raw_.size()));
  const std::size_t got = read_bytes(*file_, std::span(raw_).first(static_cast<std::size_t>(most)));
  bytes_left_ -= static_cast<std::int64_t>(got);
  const std::size_t frames = got / format_.frame_bytes(), sample_bytes = format_.bits / 8;
  for (std::size_t i = 0; i < frames; ++i) {
    float sum = 0;
    for (std::size_t channel = 0; channel < format_.channels; ++channel)
      sum += sample_at(raw_, i * format_.frame_bytes() + channel * sample_bytes, format_.coding, format_.bits);
    mono_[i] = sum / static_cast<float>(format_.channels);
  }
  return std::span(mono_).first(frames);
}

/// Into ready_.
void WavReader::resample(std::span<float> frames, bool last) {
  ready_.clear();
  taken_ = 0;
  if (!resampler_) return ready_.assign(frames.begin(), frames.end());
  SRC_DATA data{};
  data.src_ratio = static_cast<double>(kAudioSampleRate) / format_.rate;
  data.end_of_input = last;
  const auto room = static_cast<std::size_t>(static_cast<double>(kFramesARead) * data.src_ratio) + 256;
  for (bool more = true; more; more = data.output_frames_gen > 0) {
    const std::size_t before = ready_.size();
    ready_.resize(before + room);
    data.data_in = frames.data();
    data.input_frames = static_cast<long>(frames.size());
    data.data_out = ready_.data() + before;
    data.output_frames = static_cast<long>(room);
    const bool failed = src_process(resampler_.get(), &data) != 0;
    if (failed) data.input_frames_used = data.output_frames_gen = 0;
    ready_.resize(before + static_cast<std::size_t>(data.output_frames_gen));
    frames = frames.subspan(static_cast<std::size_t>(data.input_frames_used));
  }
}

std::size_t WavReader::read(std::span<std::int16_t> samples) {
  std::size_t count = 0;
  while (count < samples.size()) {
    if (taken_ == ready_.size()) {
      if (ended_) break;
      const std::span<float> frames = read_frames();
      ended_ = frames.size() < kFramesARead;
      resample(frames, ended_);
    }
    const std::size_t now = std::min(samples.size() - count, ready_.size() - taken_);
    std::transform(ready_.begin() + static_cast<std::ptrdiff_t>(taken_),
                   ready_.begin() + static_cast<std::ptrdiff_t>(taken_ + now),
                   samples.begin() + static_cast<std::ptrdiff_t>(count), to_pcm);
    taken_ += now;
    count += now;
  }
  return count;
}

void WavReader::rewind() {
  file_->clear();
  file_->seekg(data_);
  bytes_left_ = bytes_;
  ready_.clear();
  taken_ = 0;
  ended_ = false;
  if (resampler_) src_reset(resampler_.get());
}

std::unique_ptr<AudioSource> open_wav(const std::string& path) {
  const auto refuse = [&](const std::string& reason) {
    throw std::runtime_error("The sound file " + path + " cannot be used. " + reason);
  };
  if (const std::string other = why_no_file(path); !other.empty()) refuse(other);
  auto file = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*file || file->peek() == std::ifstream::traits_type::eof())
    refuse("The file cannot be read, or is empty. Check its name and permissions.");
  try {
    return std::make_unique<LoopedWav>(std::move(file));
  } catch (const std::runtime_error& error) { refuse(error.what()); }
  return nullptr;
}

}  // namespace jitterscope
