#pragma once
// Sound files: RIFF WAVE with 8, 16, 24 or 32-bit PCM or 32-bit float, any rate and number of channels.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jitterscope {

/// 8 kHz mono, or an empty vector and a sentence on what is wrong.
struct WavSamples {
  std::vector<std::int16_t> samples;
  std::string error;
};

/// Parses a file's bytes; survives anything. A data chunk cut short gives the samples that are there.
WavSamples parse_wav(std::span<const std::uint8_t> file);
/// Reads a file of at most 256 MB. Blocks on the disk.
WavSamples read_wav(const std::string& path);

}  // namespace jitterscope
