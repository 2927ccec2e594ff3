#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numbers>
#include <random>

#include "core/algorithms/media/level_meter.h"
#include "tests/unit/call/capture/wav_samples.h"

namespace jitterscope::audio_test {
namespace {

void append(std::vector<std::uint8_t>& bytes, std::uint32_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

void append(std::vector<std::uint8_t>& bytes, const char* tag) {
  bytes.insert(bytes.end(), tag, tag + 4);
}

std::vector<std::uint8_t> wav(std::uint32_t coding, std::uint32_t channels, std::uint32_t rate, std::uint32_t bits,
                              const std::vector<std::uint8_t>& data) {
  std::vector<std::uint8_t> file;
  append(file, "RIFF");
  append(file, static_cast<std::uint32_t>(36 + data.size()), 4);
  append(file, "WAVE");
  append(file, "LIST");
  append(file, 3, 4);
  append(file, 0, 4);  // an odd chunk and its padding
  append(file, "fmt ");
  append(file, 16, 4);
  append(file, coding, 2);
  append(file, channels, 2);
  append(file, rate, 4);
  append(file, rate * channels * bits / 8, 4);
  append(file, channels * bits / 8, 2);
  append(file, bits, 2);
  append(file, "data");
  append(file, static_cast<std::uint32_t>(data.size()), 4);
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

TEST(Wav, ReadsEveryCoding) {
  std::vector<std::uint8_t> stereo16, mono8{128, 192, 64}, mono24, mono_float;
  append(stereo16, 1000, 2), append(stereo16, 3000, 2);
  append(stereo16, static_cast<std::uint32_t>(-4000), 2), append(stereo16, 0, 2);
  append(mono24, 0x400000, 3), append(mono24, 0xC00000, 3);
  append(mono_float, std::bit_cast<std::uint32_t>(0.5f), 4), append(mono_float, std::bit_cast<std::uint32_t>(-2.0f), 4);
  append(mono_float, 0x7FC00000, 4);  // not a number
  EXPECT_EQ(parse_wav(wav(1, 2, 8000, 16, stereo16)).samples, (std::vector<std::int16_t>{2000, -2000}));
  EXPECT_EQ(parse_wav(wav(1, 1, 8000, 8, mono8)).samples, (std::vector<std::int16_t>{0, 16384, -16384}));
  EXPECT_EQ(parse_wav(wav(1, 1, 8000, 24, mono24)).samples, (std::vector<std::int16_t>{16384, -16384}));
  EXPECT_EQ(parse_wav(wav(3, 1, 8000, 32, mono_float)).samples, (std::vector<std::int16_t>{16384, -32768, 0}));
}

TEST(Wav, ResamplesTo8KHz) {
  std::vector<std::uint8_t> data;
  for (int i = 0; i < 44100; ++i)
    append(data, static_cast<std::uint32_t>(std::lround(10000 * std::sin(2 * std::numbers::pi * 500 * i / 44100))), 2);
  const auto result = parse_wav(wav(1, 1, 44100, 16, data));
  ASSERT_EQ(result.error, "");
  EXPECT_NEAR(static_cast<double>(result.samples.size()), 8000, 40);
  EXPECT_NEAR(measure_level(result.samples)->rms_dbfs, 20 * std::log10(10000 / std::sqrt(2) / 32768), 0.1);
}

TEST(Wav, IsTheSameInWhateverPartsItIsRead) {
  std::vector<std::uint8_t> data;
  std::minstd_rand random(5);
  for (int i = 0; i < 30'000; ++i) append(data, static_cast<std::uint32_t>(random()) & 0xFFFF, 2);
  const auto file = wav(1, 1, 22050, 16, data);
  const auto whole = parse_wav(file).samples;
  WavReader reader(std::make_unique<std::istringstream>(std::string(file.begin(), file.end())));
  for (int pass = 0; pass < 2; ++pass) {
    std::vector<std::int16_t> parts;
    for (std::size_t count = 1; count > 0;) {
      std::vector<std::int16_t> some(1 + random() % 300);
      count = reader.read(some);
      parts.insert(parts.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count));
    }
    EXPECT_EQ(parts, whole) << pass;
    reader.rewind();
  }
}

TEST(Wav, SaysWhatIsWrong) {
  const std::vector<std::uint8_t> data(100);
  EXPECT_NE(parse_wav(data).error, "");
  EXPECT_NE(parse_wav({}).error, "");
  EXPECT_NE(parse_wav(wav(7, 1, 8000, 8, data)).error.find("coded"), std::string::npos);
  EXPECT_NE(parse_wav(wav(1, 0, 8000, 16, data)).error.find("channels"), std::string::npos);
  EXPECT_NE(parse_wav(wav(1, 1, 0, 16, data)).error.find("rate"), std::string::npos);
  EXPECT_NE(parse_wav(wav(1, 1, 8000, 16, {})).error, "");
  EXPECT_THROW(open_wav("/nonexistent.wav"), std::runtime_error);
  EXPECT_THROW(open_wav("/"), std::runtime_error);
}

TEST(Wav, SurvivesDamage) {
  std::minstd_rand random(3);
  std::vector<std::uint8_t> data(600);
  for (auto& byte : data) byte = static_cast<std::uint8_t>(random());
  const auto whole = wav(1, 2, 8000, 16, data);
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    auto damaged = whole;
    for (unsigned i = 0, count = random() % 4; i < count; ++i)
      damaged[random() % 60] = static_cast<std::uint8_t>(random());
    if (round % 2) damaged.resize(random() % damaged.size());
    const auto result = parse_wav(damaged);
    refused += result.samples.empty();
    ASSERT_EQ(result.samples.empty(), !result.error.empty());
    ASSERT_LE(result.samples.size(), 8 * damaged.size() + 16);
  }
  EXPECT_GT(refused, 100);
  EXPECT_LT(refused, 2900);
}

}  // namespace
}  // namespace jitterscope::audio_test
