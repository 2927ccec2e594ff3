#include "app/command_line/limit_option.h"

#include <gtest/gtest.h>

namespace jitterscope::limit_option_test {
namespace {

TEST(LimitOption, SetsTheLimitThatItNames) {
  MediaLimits limits;
  std::string error;
  for (const char* words :
       {"audio.latency-ms=150", "audio.loss-ratio=0.03", "video.jitter-ms=20.5", "video.frames-per-second=5"})
    EXPECT_TRUE(set_limit(words, limits, error)) << error;
  EXPECT_EQ(limits.audio, (QualityLimits{150, 30, 0.03}));
  EXPECT_EQ(limits.video, with_frames_per_second({230, 20.5}, 5));
  EXPECT_EQ(limit_option_words(limits),
            " --limit audio.latency-ms=150 --limit audio.loss-ratio=0.03 --limit video.jitter-ms=20.5 --limit "
            "video.frames-per-second=5");
  EXPECT_EQ(limit_option_words({}), "");
}

TEST(LimitOption, AShareTakesThePlaceOfFramesASecond) {
  MediaLimits limits;
  std::string error;
  EXPECT_TRUE(set_limit("video.loss-ratio=0.1", limits, error));
  EXPECT_EQ(limits.video, (QualityLimits{230, 50, 0.1}));
  EXPECT_EQ(limit_option_words(limits), " --limit video.loss-ratio=0.1");
}

TEST(LimitOption, WhatItCannotBeIsSaidAndNothingIsSet) {
  for (const char* words : {"", "video", "video.frames=5", "audio.frames-per-second=5", "audio.latency-ms",
                            "audio.latency-ms=", "audio.latency-ms=0", "audio.latency-ms=-1", "audio.latency-ms=nan",
                            "audio.latency-ms=12x", "audio.loss-ratio=1.01", "video.loss-ratio=6 %"}) {
    MediaLimits limits;
    std::string error;
    EXPECT_FALSE(set_limit(words, limits, error)) << words;
    EXPECT_EQ(limits, MediaLimits()) << words;
    EXPECT_FALSE(error.empty());
  }
  std::string error;
  MediaLimits limits;
  set_limit("audio.latency-ms=none", limits, error);
  EXPECT_EQ(error, "audio.latency-ms takes a number above 0 and at most 3600000, as audio.latency-ms=230");
}

}  // namespace
}  // namespace jitterscope::limit_option_test
