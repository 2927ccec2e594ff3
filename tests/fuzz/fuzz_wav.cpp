// Sound files.
#include <string>

#include "tests/fuzz/fuzz.h"
#include "tests/unit/call/capture/wav_samples.h"

using namespace jitterscope;

namespace {

std::string little(std::uint32_t value, int bytes) {
  std::string out;
  for (; bytes > 0; --bytes, value >>= 8) out += static_cast<char>(value);
  return out;
}

FuzzInput file(std::uint32_t format, std::uint32_t channels, std::uint32_t rate, std::uint32_t bits,
               std::size_t samples) {
  const std::uint32_t frame = channels * bits / 8;
  std::string sound;
  for (std::size_t i = 0; i < samples * frame; ++i) sound += static_cast<char>(i * 37);
  const auto bytes = static_cast<std::uint32_t>(sound.size());
  const std::string coding = little(format, 2) + little(channels, 2) + little(rate, 4) + little(rate * frame, 4) +
                             little(frame, 2) + little(bits, 2);
  return input_of("RIFF" + little(48 + bytes, 4) + "WAVEfmt " + little(16, 4) + coding + "LIST" + little(3, 4) +
                  std::string("abc\0", 4) + "data" + little(bytes, 4) + sound);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const WavSamples wav = parse_wav({data, size});
  require(wav.samples.empty() != wav.error.empty(), "samples, or a reason why not");
  require(wav.samples.size() <= 64 * size + 64, "no more sound than the file can hold");
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  return {file(1, 1, 8000, 16, 40),   file(1, 2, 48'000, 16, 90), file(1, 1, 11'025, 8, 60),
          file(1, 1, 44'100, 24, 60), file(1, 3, 16'000, 32, 20), file(3, 1, 8000, 32, 30)};
}
