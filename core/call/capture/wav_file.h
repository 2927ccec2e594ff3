#pragma once
// Sound files: RIFF WAVE with 8, 16, 24 or 32-bit PCM or 32-bit float, any rate, length and number of channels.
#include <cstdint>
#include <istream>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/algorithms/media/sources.h"

struct SRC_STATE_tag;

namespace jitterscope {

/// A WAV brought to 8 kHz mono as it is read, a fraction of a second at a time: opening reads the head only.
class WavReader {
 public:
  /// Throws std::runtime_error with a sentence on what is wrong. A data chunk cut short has the samples that are there.
  explicit WavReader(std::unique_ptr<std::istream> file);
  ~WavReader();

  /// Fewer than asked for: the file has ended.
  std::size_t read(std::span<std::int16_t> samples);
  /// The next read begins at the first sample.
  void rewind();

 private:
  struct Format {
    std::uint32_t coding = 0, channels = 0, rate = 0, bits = 0;  // coding 1 = PCM, 3 = float
    std::size_t frame_bytes() const { return std::size_t{bits} / 8 * channels; }
  };
  struct EndResampler {
    void operator()(SRC_STATE_tag*) const;
  };
  void read_head();
  void read_format(std::uint32_t bytes);
  std::span<float> read_frames();
  void resample(std::span<float> frames, bool last);

  std::unique_ptr<std::istream> file_;
  Format format_;
  std::streamoff data_ = 0;                                 // where the sound begins
  std::int64_t bytes_ = 0, bytes_left_ = 0;                 // of the sound; as the file's head tells it at most
  std::unique_ptr<SRC_STATE_tag, EndResampler> resampler_;  // null: the file is of 8 kHz
  std::vector<std::uint8_t> raw_;
  std::vector<float> mono_, ready_;
  std::size_t taken_ = 0;  // of ready_
  bool ended_ = false;
};

/// Of a file, again and again. Throws as WavReader does, with the file's name. Audio-device thread; reads the disk
/// there.
std::unique_ptr<AudioSource> open_wav(const std::string& path);

}  // namespace jitterscope
