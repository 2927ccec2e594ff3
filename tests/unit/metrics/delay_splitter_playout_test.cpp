// The picture's wait for its playout time in the split: from decoded to handed over; the display's part begins there.
#include <gtest/gtest.h>

#include "core/metrics/delay_splitter.h"

namespace jitterscope::delay_splitter_playout_test {
namespace {

Timestamp at_ms(std::int64_t ms) {
  return Timestamp::ns(ms * 1'000'000);
}

/// Frame 7: comes at 100 ms, complete 101, decoded 104.
void add_frame(DelaySplitter& splitter) {
  PacketArrived packet;
  packet.medium = Medium::kVideo;
  packet.ssrc = 1;
  packet.frame = 7;
  packet.block = 0;
  packet.marker = true;
  packet.received = at_ms(100);
  splitter.add(packet);
  FrameDone done;
  done.ssrc = 1;
  done.frame = 7;
  done.outcome = FrameOutcome::kComplete;
  done.completed = at_ms(101);
  splitter.add(done);
  splitter.add(FrameDecoded{1, 7, true, at_ms(101), at_ms(102), at_ms(104), 320, 240});
}

DelaySplit only(DelaySplitter& splitter) {
  splitter.finish();
  const auto split = splitter.next();
  EXPECT_TRUE(split);
  EXPECT_FALSE(splitter.next());
  return split.value_or(DelaySplit{});
}

TEST(DelaySplitterPlayout, TheWaitIsBetweenDecodedAndHandedOver) {
  DelaySplitter splitter(Medium::kVideo);
  add_frame(splitter);
  splitter.add(FramePlayed{1, 7, PlayoutOutcome::kPlayed, at_ms(101), at_ms(160)});
  splitter.add(FrameShown{7, at_ms(175)});
  const DelaySplit split = only(splitter);
  EXPECT_EQ(split.part(DelayPart::kDecode), Duration::ms(3));
  EXPECT_EQ(split.part(DelayPart::kPlayout), Duration::ms(56));
  EXPECT_EQ(split.part(DelayPart::kDisplay), Duration::ms(15));
}

TEST(DelaySplitterPlayout, AFrameThatWasNotPlayedEndsDecoded) {
  DelaySplitter splitter(Medium::kVideo);
  add_frame(splitter);
  splitter.add(FramePlayed{1, 7, PlayoutOutcome::kLate, at_ms(101), at_ms(90)});
  const DelaySplit split = only(splitter);
  EXPECT_EQ(split.part(DelayPart::kDecode), Duration::ms(3));
  EXPECT_FALSE(split.part(DelayPart::kPlayout));
  EXPECT_FALSE(split.part(DelayPart::kDisplay));
  EXPECT_FALSE(split.whole);
}

TEST(DelaySplitterPlayout, BeforeThereWasAPlayoutPicturesWereShownAtOnce) {
  DelaySplitter splitter(Medium::kVideo);
  add_frame(splitter);
  splitter.add(FrameShown{7, at_ms(120)});
  const DelaySplit split = only(splitter);
  EXPECT_EQ(split.part(DelayPart::kPlayout), Duration{});
  EXPECT_EQ(split.part(DelayPart::kDisplay), Duration::ms(16));
}

}  // namespace
}  // namespace jitterscope::delay_splitter_playout_test
