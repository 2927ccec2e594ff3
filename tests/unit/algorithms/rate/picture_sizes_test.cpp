#include <gtest/gtest.h>

#include <cmath>

#include "core/algorithms/rate/video_actuator.h"

namespace jitterscope::picture_sizes_test {
namespace {

TEST(PictureLadder, GoesDownInWholeMcusAndKeepsTheAspect) {
  for (const auto& [width, height] :
       {std::pair{640, 480}, {1280, 720}, {1920, 1080}, {352, 288}, {480, 640}, {768, 576}}) {
    const auto ladder = picture_ladder(width, height);
    ASSERT_GE(ladder.size(), 4u) << width;
    EXPECT_EQ(ladder.front(), (PictureDimensions{width, height}));
    for (std::size_t i = 1; i < ladder.size(); ++i) {
      EXPECT_EQ(ladder[i].width % 16, 0);
      EXPECT_EQ(ladder[i].height % 16, 0);
      EXPECT_LT(ladder[i].width, ladder[i - 1].width);
      EXPECT_LT(ladder[i].height, ladder[i - 1].height);
      EXPECT_NEAR(std::log(static_cast<double>(ladder[i].width) * height / (ladder[i].height * width)), 0, 0.04);
    }
    EXPECT_LE(ladder.back().width, 224) << width;
  }
}

TEST(PictureLadder, ASmallPictureStaysAsItIs) {
  EXPECT_EQ(picture_ladder(64, 64), (std::vector<PictureDimensions>{{64, 64}}));
  EXPECT_EQ(picture_ladder(8, 2040).size(), 1u);
  EXPECT_EQ(picture_ladder(0, 0).size(), 1u);
}

TEST(JpegSizeModel, PredictsWhatItHasLearnt) {
  JpegSizeModel model;
  for (int i = 0; i < 20; ++i) model.learn(320, 240, 40, DataSize::bytes(12'000));
  EXPECT_NEAR(static_cast<double>(model.predict(320, 240, 40).bytes()), 12'000, 150);
  EXPECT_LT(model.predict(320, 240, 30), model.predict(320, 240, 40));
  EXPECT_LT(model.predict(256, 192, 40), model.predict(320, 240, 40));
}

/// TurboJPEG's bytes of the synthetic scene at 640 x 480, quality 50: 23 kB.
TEST(JpegSizeModel, CarriesOverToOtherSizesAndQualities) {
  JpegSizeModel model;
  model.set_packets(1024, 102);
  model.learn(640, 480, 50, DataSize::bytes(23'072 + 23 * 102));
  const auto payload = [&](int width, int height, int quality) {
    const auto bytes = static_cast<double>(model.predict(width, height, quality).bytes());
    return bytes * 1024 / 1126;
  };
  EXPECT_NEAR(payload(640, 480, 75) / 32'643, 1, 0.1);
  EXPECT_NEAR(payload(640, 480, 20) / 14'338, 1, 0.1);
  EXPECT_NEAR(payload(320, 240, 50) / 8'641, 1, 0.1);
  EXPECT_NEAR(payload(192, 144, 50) / 4'009, 1, 0.15);
}

TEST(JpegSizeModel, TheQualityForARoomIsTheHighestThatFits) {
  const JpegSizeModel model;
  const int quality = model.quality_for(640, 480, DataSize::bytes(20'000), 10, 90);
  EXPECT_LE(model.predict(640, 480, quality), DataSize::bytes(20'000));
  EXPECT_GT(model.predict(640, 480, quality + 1), DataSize::bytes(20'000));
  EXPECT_EQ(model.quality_for(640, 480, DataSize::bytes(10), 10, 90), 10);
  EXPECT_EQ(model.quality_for(640, 480, DataSize::bytes(10'000'000), 10, 90), 90);
}

TEST(JpegSizeModel, RemembersThePeak) {
  JpegSizeModel model;
  for (int i = 0; i < 20; ++i) model.learn(320, 240, 40, DataSize::bytes(12'000));
  for (int i = 0; i < 20; ++i) model.learn(320, 240, 40, DataSize::bytes(8'000));
  EXPECT_GT(model.peak_ratio(), 1.3);
  for (int i = 0; i < 3000; ++i) model.learn(320, 240, 40, DataSize::bytes(8'000));
  EXPECT_NEAR(model.peak_ratio(), 1, 0.01);
}

}  // namespace
}  // namespace jitterscope::picture_sizes_test
