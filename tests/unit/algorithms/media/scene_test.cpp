#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "core/algorithms/media/jpeg_decoder.h"
#include "core/algorithms/media/jpeg_encoder.h"
#include "core/algorithms/media/picture_convert.h"
#include "core/algorithms/media/picture_mark.h"
#include "core/algorithms/media/synthetic_audio.h"
#include "core/algorithms/media/synthetic_scene.h"
#include "tests/unit/algorithms/media/pictures.h"

namespace jitterscope::scene_test {
namespace {

constexpr PictureMark kMark{0xDEADBEEF, Timestamp::ns(1'234'567'890'123'000)};

TEST(PictureMark, SurvivesJpegAndHalfSize) {
  JpegEncoder encoder;
  JpegDecoder decoder;
  JpegBuffer jpeg;
  PictureConverter converter;
  for (const auto format : {PixelFormat::kBgrx, PixelFormat::kI420}) {
    VideoFrame picture = test_picture(format, 640, 480), half;
    write_mark(picture, kMark.number, kMark.time);
    EXPECT_EQ(read_mark(picture), kMark);
    ASSERT_TRUE(converter.convert(picture, format, 320, 240, half));
    for (const auto* source : {&picture, &half})
      for (const auto subsampling : {Subsampling::k420, Subsampling::k422})
        for (int quality = 20; quality <= 95; quality += 15) {
          VideoFrame decoded;
          ASSERT_TRUE(encoder.encode(*source, quality, subsampling, jpeg));
          for (const auto want : {PixelFormat::kBgrx, PixelFormat::kI420}) {
            ASSERT_TRUE(decoder.decode(jpeg.view(), decoded, want));
            EXPECT_EQ(read_mark(decoded), kMark) << quality << " at " << source->width();
          }
        }
  }
}

TEST(PictureMark, IsReadAtOddScalesToo) {
  VideoFrame picture = test_picture(PixelFormat::kBgrx, 640, 480), scaled;
  write_mark(picture, 7, Timestamp::ns(-5'000));
  PictureConverter converter;
  for (const auto& [width, height] : {std::pair{402, 318}, {1000, 750}, {640, 360}}) {
    ASSERT_TRUE(converter.convert(picture, PixelFormat::kBgrx, width, height, scaled));
    EXPECT_EQ(read_mark(scaled), (PictureMark{7, Timestamp::ns(-5'000)})) << width;
  }
}

TEST(PictureMark, IsNotFoundWhereThereIsNoneOrItIsDamaged) {
  VideoFrame picture = test_picture(PixelFormat::kBgrx, 640, 480);
  EXPECT_FALSE(read_mark(picture));
  EXPECT_FALSE(read_mark(VideoFrame{}));
  write_mark(picture, kMark.number, kMark.time);
  auto* cell = picture.plane(0) + 462 * picture.stride(0) + 205 * 4;  // the 21st bit
  for (int y = 0; y < 8; ++y, cell += picture.stride(0))
    for (int x = 0; x < 10 * 4; ++x) cell[x - 20] = static_cast<std::uint8_t>(255 - cell[x - 20]);
  EXPECT_FALSE(read_mark(picture));
  VideoFrame tiny = test_picture(PixelFormat::kI420, 64, 48);
  write_mark(tiny, 1, Timestamp());
  EXPECT_EQ(psnr(tiny, test_picture(PixelFormat::kI420, 64, 48)), 99);
}

TEST(SyntheticScene, SizeVariesAsATalkingPersonsDoes) {
  SyntheticScene scene(640, 480, 15);
  JpegEncoder encoder;
  JpegBuffer jpeg;
  VideoFrame frame;
  std::vector<double> sizes;
  for (int number = 0; number < 330; number += 3) {
    ASSERT_TRUE(scene.fetch(number, Timestamp::ns(number * 66'666'667LL), frame));
    ASSERT_TRUE(encoder.encode(frame, 75, Subsampling::k420, jpeg));
    sizes.push_back(static_cast<double>(jpeg.size));
  }
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  EXPECT_GT(*least, 15'000);
  EXPECT_LT(*most, 45'000);
  EXPECT_GT(*most / *least, 1.3);
  EXPECT_GT(std::set<double>(sizes.begin(), sizes.end()).size(), 90u);
}

TEST(SyntheticScene, SaysNumberAndTimeAndRepeatsItself) {
  SyntheticScene scene(640, 480, 15), same(640, 480, 15);
  VideoFrame frame, again, other;
  const Timestamp time = Timestamp::ns(61'234'000'000);
  frame.fetch_begin = Timestamp::ns(5);
  ASSERT_TRUE(scene.fetch(41, time, frame));
  EXPECT_EQ(frame.number, 41);
  EXPECT_EQ(frame.fetch_begin, Timestamp::ns(5));
  EXPECT_EQ(read_mark(frame), (PictureMark{41, time}));
  same.fetch(41, time, again);
  EXPECT_EQ(psnr(frame, again), 99);
  same.fetch(49, time, other);
  EXPECT_LT(psnr(frame, other), 45) << "the person moves";
  same.fetch(41, time + Duration::from_seconds(3 * kSpeechLoopSeconds), other);
  int changed_rows = 0;
  for (int y = 40; y < 450; ++y)
    changed_rows += std::memcmp(frame.plane(0) + y * frame.stride(0), other.plane(0) + y * other.stride(0), 2560) != 0;
  EXPECT_EQ(changed_rows, 0) << "movement follows the number, but the mouth the clock, as the voice does";
  EXPECT_NE(std::memcmp(frame.plane(0) + 16 * frame.stride(0), other.plane(0) + 16 * other.stride(0), 900), 0)
      << "the time is written";
}

TEST(SyntheticScene, FitsAnySize) {
  VideoFrame frame;
  for (const auto& [width, height] : {std::pair{16, 16}, {160, 120}, {1280, 720}, {240, 640}, {2040, 64}}) {
    SyntheticScene scene(width, height, 25);
    for (const int number : {0, 130}) ASSERT_TRUE(scene.fetch(number, Timestamp(), frame));
    EXPECT_EQ(frame.width(), width);
    EXPECT_EQ(frame.height(), height);
  }
}

}  // namespace
}  // namespace jitterscope::scene_test
