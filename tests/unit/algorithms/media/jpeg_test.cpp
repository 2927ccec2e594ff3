#include <gtest/gtest.h>

#include <random>

#include "core/algorithms/media/jpeg_decoder.h"
#include "core/algorithms/media/jpeg_encoder.h"
#include "core/algorithms/media/picture_convert.h"
#include "tests/unit/algorithms/media/pictures.h"

namespace jitterscope::jpeg_test {
namespace {

struct Combination {
  PixelFormat format;
  Subsampling subsampling;
  int restart_interval;
};

class JpegRoundTrip : public testing::TestWithParam<Combination> {};

TEST_P(JpegRoundTrip, KeepsThePicture) {
  const auto [format, subsampling, interval] = GetParam();
  JpegEncoder encoder;
  JpegDecoder decoder;
  JpegBuffer jpeg;
  for (const auto& [width, height] : {std::pair{640, 480}, {328, 248}, {16, 8}}) {
    const VideoFrame picture = test_picture(format, width, height);
    ASSERT_TRUE(encoder.encode(picture, 90, subsampling, jpeg, interval)) << encoder.error();
    for (const auto want : {PixelFormat::kBgrx, PixelFormat::kI420}) {
      VideoFrame decoded, expected;
      ASSERT_TRUE(decoder.decode(jpeg.view(), decoded, want));
      PictureConverter converter;
      ASSERT_TRUE(converter.convert(picture, want, width, height, expected));
      EXPECT_GT(psnr(expected, decoded), width > 16 ? 34 : 28) << width << " want " << static_cast<int>(want);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, JpegRoundTrip,
                         testing::Values(Combination{PixelFormat::kBgrx, Subsampling::k420, 0},
                                         Combination{PixelFormat::kBgrx, Subsampling::k422, 0},
                                         Combination{PixelFormat::kI420, Subsampling::k420, 0},
                                         Combination{PixelFormat::kI420, Subsampling::k422, 0},
                                         Combination{PixelFormat::kBgrx, Subsampling::k420, 5},
                                         Combination{PixelFormat::kBgrx, Subsampling::k422, 5},
                                         Combination{PixelFormat::kI420, Subsampling::k420, 5},
                                         Combination{PixelFormat::kI420, Subsampling::k422, 5}));

/// Position of the first segment with this marker before the scan; -1 without one.
std::ptrdiff_t find_segment(std::span<const std::uint8_t> jpeg, std::uint8_t marker) {
  std::size_t at = 2;
  while (at + 4 <= jpeg.size() && jpeg[at] == 0xFF) {
    if (jpeg[at + 1] == marker) return static_cast<std::ptrdiff_t>(at);
    if (jpeg[at + 1] == 0xDA) break;
    at += 2 + static_cast<std::size_t>(jpeg[at + 2] << 8 | jpeg[at + 3]);
  }
  return -1;
}

TEST(JpegEncoder, WritesTheSamplingOfRfc2435) {
  JpegEncoder encoder;
  JpegBuffer jpeg;
  for (const auto& [subsampling, factors] : {std::pair{Subsampling::k420, 0x22}, {Subsampling::k422, 0x21}})
    for (const auto format : {PixelFormat::kBgrx, PixelFormat::kI420})
      for (const int interval : {0, 7}) {
        ASSERT_TRUE(encoder.encode(test_picture(format, 64, 48), 75, subsampling, jpeg, interval));
        const auto frame = find_segment(jpeg.view(), 0xC0);  // baseline
        ASSERT_GE(frame, 0);
        EXPECT_EQ(jpeg.bytes[static_cast<std::size_t>(frame) + 11], factors);
        EXPECT_EQ(jpeg.bytes[static_cast<std::size_t>(frame) + 14], 0x11);
      }
}

TEST(JpegEncoder, PutsRestartMarkersAtTheInterval) {
  JpegEncoder encoder;
  JpegBuffer jpeg;
  const int interval = mcus_per_row(320);
  ASSERT_EQ(interval, 20);
  ASSERT_TRUE(encoder.encode(test_picture(PixelFormat::kI420, 320, 240), 75, Subsampling::k420, jpeg, interval));
  const auto dri = find_segment(jpeg.view(), 0xDD);
  ASSERT_GE(dri, 0);
  EXPECT_EQ(jpeg.bytes[static_cast<std::size_t>(dri) + 4] << 8 | jpeg.bytes[static_cast<std::size_t>(dri) + 5],
            interval);
  std::vector<int> markers;
  for (auto i = static_cast<std::size_t>(find_segment(jpeg.view(), 0xDA)); i + 1 < jpeg.size; ++i)
    if (jpeg.bytes[i] == 0xFF && jpeg.bytes[i + 1] >= 0xD0 && jpeg.bytes[i + 1] <= 0xD7)
      markers.push_back(jpeg.bytes[i + 1] - 0xD0);
  ASSERT_EQ(markers.size(), 14u);  // 15 rows of MCUs, none after the last
  for (std::size_t i = 0; i < markers.size(); ++i) EXPECT_EQ(markers[i], static_cast<int>(i % 8));
}

TEST(JpegEncoder, RefusesWhatCannotBeSent) {
  JpegEncoder encoder;
  JpegBuffer jpeg;
  EXPECT_FALSE(encoder.encode(VideoFrame{}, 75, Subsampling::k420, jpeg));
  EXPECT_FALSE(encoder.encode(test_picture(PixelFormat::kI420, 2048, 16), 75, Subsampling::k420, jpeg));
  EXPECT_FALSE(encoder.error().empty());
}

TEST(JpegEncoder, KeepsItsBufferAndFitsTheWorstPicture) {
  VideoFrame noise = test_picture(PixelFormat::kBgrx, 320, 240);
  std::minstd_rand random(1);
  for (int i = 0; i < 320 * 240 * 4; ++i) noise.plane(0)[i] = static_cast<std::uint8_t>(random() >> 8);
  JpegEncoder encoder;
  JpegBuffer jpeg;
  jpeg.reserve(320, 240);
  const auto* memory = jpeg.bytes.get();
  for (const int interval : {0, 1}) {
    EXPECT_TRUE(encoder.encode(noise, 100, Subsampling::k422, jpeg, interval)) << encoder.error();
    EXPECT_EQ(jpeg.bytes.get(), memory);
    EXPECT_LE(jpeg.size, jpeg.capacity);
  }
}

TEST(JpegDecoder, SurvivesDamage) {
  JpegEncoder encoder;
  JpegDecoder decoder;
  JpegBuffer jpeg;
  VideoFrame out;
  std::minstd_rand random(5);
  int failed = 0;
  for (int round = 0; round < 2000; ++round) {
    if (round % 500 == 0) {
      ASSERT_TRUE(encoder.encode(test_picture(PixelFormat::kI420, 160, 120), 60,
                                 round < 1000 ? Subsampling::k420 : Subsampling::k422, jpeg, round % 1000 ? 4 : 0));
    }
    std::vector<std::uint8_t> damaged(jpeg.view().begin(), jpeg.view().end());
    if (round % 3 == 0) damaged.resize(random() % damaged.size());
    for (unsigned i = 0, count = random() % 8; i < count && !damaged.empty(); ++i) {
      const std::size_t range = round % 2 ? std::min<std::size_t>(damaged.size(), 700) : damaged.size();  // headers too
      damaged[random() % range] = static_cast<std::uint8_t>(random());
    }
    if (!decoder.decode(damaged, out, round % 2 ? PixelFormat::kBgrx : PixelFormat::kI420)) {
      ++failed;
      ASSERT_TRUE(decoder.decode(jpeg.view(), out, PixelFormat::kBgrx)) << "the next good one";
    }
  }
  EXPECT_GT(failed, 600);
}

TEST(JpegDecoder, RefusesLargePicturesBeforeAllocating) {
  JpegEncoder encoder;
  JpegBuffer jpeg;
  ASSERT_TRUE(encoder.encode(test_picture(PixelFormat::kI420, 64, 48), 60, Subsampling::k420, jpeg));
  const auto frame = static_cast<std::size_t>(find_segment(jpeg.view(), 0xC0));
  jpeg.bytes[frame + 5] = 0xFF;  // height 65 328
  JpegDecoder decoder;
  VideoFrame out;
  EXPECT_FALSE(decoder.decode(jpeg.view(), out, PixelFormat::kBgrx));
  EXPECT_TRUE(out.empty());
}

TEST(PictureConverter, ChangesSizeAndFormat) {
  PictureConverter converter;
  const VideoFrame colour = test_picture(PixelFormat::kBgrx, 320, 240);
  VideoFrame planar, back, large;
  ASSERT_TRUE(converter.convert(colour, PixelFormat::kI420, 320, 240, planar));
  ASSERT_TRUE(converter.convert(planar, PixelFormat::kBgrx, 320, 240, back));
  EXPECT_GT(psnr(colour, back), 30);
  ASSERT_TRUE(converter.convert(colour, PixelFormat::kI420, 640, 480, large));
  EXPECT_EQ(large.width(), 640);
  VideoFrame small;
  ASSERT_TRUE(converter.convert(large, PixelFormat::kI420, 320, 240, small));
  EXPECT_GT(psnr(planar, small), 34);
  EXPECT_FALSE(converter.convert(colour, PixelFormat::kI420, 33, 20, small));
  EXPECT_FALSE(converter.convert(VideoFrame{}, PixelFormat::kI420, 32, 20, small));
}

TEST(SendableSize, IsInEightsAndSmallEnough) {
  const auto check = [](int width, int height, int want_width, int want_height) {
    const auto size = sendable_size(width, height);
    EXPECT_EQ(size.width, want_width);
    EXPECT_EQ(size.height, want_height);
  };
  check(640, 480, 640, 480);
  check(641, 477, 640, 480);
  check(4080, 2040, 2040, 1024);
  check(1, 9000, 8, 2040);
}

TEST(VideoFrame, GivesMemoryBackWhenItsSizeFallsToAQuarter) {
  VideoFrame frame;
  frame.prepare(PixelFormat::kBgrx, 640, 480);
  const std::uint8_t* const large = frame.plane(0);
  frame.prepare(PixelFormat::kBgrx, 640, 242);
  EXPECT_EQ(frame.plane(0), large) << "a steady stream allocates nothing";
  frame.prepare(PixelFormat::kBgrx, 320, 240);
  EXPECT_NE(frame.plane(0), large);
}

TEST(VideoFrame, CountsAsLessThanTwiceItsSizeToWhoeverBoundsMemory) {
  VideoFrame frame;
  frame.prepare(PixelFormat::kBgrx, 1920, 1080);
  frame.prepare(PixelFormat::kBgrx, 1280, 720);
  EXPECT_LT(frame.memory(), 2u * 1280 * 720 * 4);
}

}  // namespace
}  // namespace jitterscope::jpeg_test
