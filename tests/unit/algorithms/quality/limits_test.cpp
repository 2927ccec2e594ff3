#include <gtest/gtest.h>

#include "core/algorithms/quality/quality_limits.h"

namespace jitterscope::limits_test {
namespace {

constexpr QualityLimits kAudio{230, 30, 0.06};

TEST(QualityLimits, DefaultsAreThoseOfTheInterface) {
  EXPECT_EQ(default_limits(Medium::kAudio), (QualityLimits{230, 30, 0.06}));
  EXPECT_EQ(default_limits(Medium::kVideo), (QualityLimits{230, 50, 0.9, 3}));
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

QualityPoint picture(double loss_ratio, std::optional<double> due_per_second) {
  return {.latency_ms = 100, .jitter_ms = 5, .loss_ratio = loss_ratio, .due_per_second = due_per_second};
}

TEST(QualityLimits, FramesASecondAreAShareOfThoseDue) {
  const QualityLimits three = default_limits(Medium::kVideo), five = with_frames_per_second(three, 5);
  EXPECT_EQ(limit_of(picture(0, 30), QualityAxis::kLoss, three), 0.9);
  EXPECT_EQ(limit_of(picture(0, 15), QualityAxis::kLoss, three), 0.8);
  EXPECT_EQ(limit_of(picture(0, 20), QualityAxis::kLoss, five), 0.75);
  EXPECT_FALSE(limit_of(picture(0, 3), QualityAxis::kLoss, three));
  EXPECT_FALSE(limit_of(picture(0, std::nullopt), QualityAxis::kLoss, three)) << "of how many is not known";
  EXPECT_EQ(limit_of(picture(0, 15), QualityAxis::kJitter, three), 50);
  EXPECT_EQ(at_frame_rate(three, 15).loss_ratio, 0.8);
  EXPECT_EQ(at_frame_rate(three, 2).loss_ratio, kLeastLossLimit);
  EXPECT_EQ(at_frame_rate(three, std::nullopt).loss_ratio, 0.9);
  EXPECT_EQ(at_frame_rate(kAudio, 15), kAudio);
}

TEST(QualityLimits, TooFewFramesAreSaid) {
  const QualityLimits limits = default_limits(Medium::kVideo);
  const auto why = [&](const QualityPoint& point) {
    const auto crossed = limits_crossed(point, limits);
    return crossed.empty() ? std::string() : words(crossed.front());
  };
  EXPECT_EQ(why(picture(0.85, 15)), "not played 85 % is above 80 %, 3 of 15 frames/s");
  EXPECT_EQ(why(picture(0.85, 30)), "");
  EXPECT_EQ(why(picture(0, 2.5)), "fewer than 3 frames/s");
  EXPECT_EQ(why(picture(1, std::nullopt)), "fewer than 3 frames/s") << "none is";
  EXPECT_EQ(why(picture(0.95, std::nullopt)), "") << "that may be of 100 a second";
  EXPECT_EQ(limit_words(picture(0, 15), QualityAxis::kLoss, limits), "80 %, 3 of 15 frames/s");
  EXPECT_EQ(limit_words(picture(0, 2), QualityAxis::kLoss, limits), "3 frames/s");
  EXPECT_EQ(limit_words(picture(0, 15), QualityAxis::kLatency, limits), "230 ms");
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
