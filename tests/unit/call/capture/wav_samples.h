#pragma once
// A whole WAV file of bytes, as WavReader reads it.
#include <array>
#include <sstream>
#include <stdexcept>

#include "core/call/capture/wav_file.h"

namespace jitterscope {

/// 8 kHz mono, or an empty vector and a sentence on what is wrong.
struct WavSamples {
  std::vector<std::int16_t> samples;
  std::string error;
};

inline WavSamples parse_wav(std::span<const std::uint8_t> file) {
  WavSamples result;
  try {
    WavReader reader(std::make_unique<std::istringstream>(
        std::string(reinterpret_cast<const char*>(file.data()), file.size()), std::ios::binary));
    for (std::size_t count = 1; count > 0;) {
      std::array<std::int16_t, 4096> some;
      count = reader.read(some);
      result.samples.insert(result.samples.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count));
    }
  } catch (const std::runtime_error& error) { result.error = error.what(); }
  return result;
}

}  // namespace jitterscope
