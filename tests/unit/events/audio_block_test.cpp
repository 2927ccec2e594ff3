#include "core/events/audio_block.h"

#include <gtest/gtest.h>

namespace jitterscope::audio_block_test {
namespace {

TEST(AudioBlock, LocksWhenItLastsWholeTicks) {
  EXPECT_EQ(ticks_of_audio_block(256, Duration::ms(4)), 8);
  EXPECT_EQ(ticks_of_audio_block(160, Duration::ms(10)), 2);
  EXPECT_EQ(ticks_of_audio_block(160, Duration::ms(4)), 5);
  EXPECT_EQ(ticks_of_audio_block(80, Duration::ms(4)), 0) << "10 ms are two and a half";
  for (const int tick_ms : {1, 4, 10}) EXPECT_EQ(ticks_of_audio_block(kFreeAudioBlock, Duration::ms(tick_ms)), 0);
  EXPECT_EQ(ticks_of_audio_block(256, Duration{}), 0) << "an unknown tick";
}

TEST(AudioBlock, TheSentenceNamesOneThatDoesNot) {
  EXPECT_EQ(phase_lock_sentence(256, Duration::ms(4)),
            "An audio block of 256 bytes lasts 32 ms, exactly 8 ticks of 4 ms, and so hides what scheduling does to "
            "jitter: 171 bytes (21.38 ms) show it.");
  EXPECT_EQ(phase_lock_sentence(171, Duration::ms(4)), "");
  EXPECT_EQ(phase_lock_sentence(256, Duration{}), "");
}

}  // namespace
}  // namespace jitterscope::audio_block_test
