#include <gtest/gtest.h>

#include "core/algorithms/quality/quality_limits.h"

namespace jitterscope::limits_test {
namespace {

constexpr QualityLimits kAudio{230, 30, 0.06};

TEST(QualityLimits, DefaultsAreThoseOfTheInterface) {
  EXPECT_EQ(default_limits(Medium::kAudio), (QualityLimits{230, 30, 0.06}));
  EXPECT_EQ(default_limits(Medium::kVideo), (QualityLimits{230, 50, 0.9}));
  EXPECT_EQ(QualityLimits{}, default_limits(Medium::kAudio));
}

TEST(QualityLimits, ABroadcastMayBeLateButLosesAndJittersLess) {
  for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
    const auto broadcast = limits_of(QualityPreset::kBroadcast, medium);
    EXPECT_GE(broadcast.latency_ms, 10 * default_limits(medium).latency_ms);
    EXPECT_LT(broadcast.jitter_ms, default_limits(medium).jitter_ms);
    EXPECT_LT(broadcast.loss_ratio, default_limits(medium).loss_ratio);
  }
  EXPECT_EQ(limits_of(QualityPreset::kAudioconference, Medium::kAudio), (QualityLimits{150, 30, 0.03}));
  for (const QualityPreset preset : kEveryQualityPreset) EXPECT_FALSE(source_of(preset).empty()) << to_string(preset);
}

TEST(QualityLimits, AxesReachTheirMembers) {
  QualityPoint point{1, 2, 3};
  QualityLimits limits{4, 5, 6};
  for (const QualityAxis axis : kEveryQualityAxis) {
    *on_axis(point, axis) += 10;
    on_axis(limits, axis) += 10;
  }
  EXPECT_EQ(point, (QualityPoint{11, 12, 13}));
  EXPECT_EQ(limits, (QualityLimits{14, 15, 16}));
}

TEST(QualityLimits, CrossedAreThoseBeyondTheFarthestFirst) {
  const auto crossed = limits_crossed({250, 60, 0.05}, kAudio);
  ASSERT_EQ(crossed.size(), 2u);
  EXPECT_EQ(crossed[0], (CrossedLimit{QualityAxis::kJitter, 60, 30}));     // twice
  EXPECT_EQ(crossed[1], (CrossedLimit{QualityAxis::kLatency, 250, 230}));  // 1.09 times
  EXPECT_TRUE(limits_crossed({230, 30, 0.06}, kAudio).empty()) << "on the limit is not beyond it";
  EXPECT_TRUE(limits_crossed({}, kAudio).empty());
}

TEST(QualityLimits, WordsGiveValueAndLimitWithUnits) {
  EXPECT_EQ(words({QualityAxis::kJitter, 41, 30}), "jitter 41 ms is above 30 ms");
  EXPECT_EQ(words({QualityAxis::kLoss, 0.0631, 0.06}), "not played 6.31 % is above 6 %");
  EXPECT_EQ(words({QualityAxis::kLatency, 12345.6, 230}), "latency 12346 ms is above 230 ms");
  EXPECT_EQ(words({QualityAxis::kJitter, 30.0004, 30}), "jitter 30.0004 ms is above 30 ms");
  QualityPoint capture{100, 5, 0.1};
  capture.lost_only = true;
  EXPECT_EQ(words(limits_crossed(capture, kAudio).front()), "not come 10 % is above 6 %");
}

}  // namespace
}  // namespace jitterscope::limits_test
