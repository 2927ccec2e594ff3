// What this end tells the remote that it sent.
#include "core/measures/tracks/streams/sent_stream.h"

#include <gtest/gtest.h>

namespace jitterscope::sent_stream_test {
namespace {

TEST(SentStream, APictureThatWasNumberedAndLeftOutIsAmongThoseNumbered) {
  SentStream stream(Medium::kVideo, Timestamp());
  PacketSent packet;
  packet.medium = Medium::kVideo;
  packet.ssrc = 7;
  packet.frame = 3;
  stream.add(packet);
  stream.add(FrameOmitted{7, 9, OmitReason::kObsolete, Timestamp()});
  stream.add(FrameOmitted{7, std::nullopt, OmitReason::kTarget, Timestamp()});
  const auto told = stream.summary(Timestamp());
  ASSERT_TRUE(told);
  EXPECT_EQ(told->units, 10) << "0 to 9";
  EXPECT_EQ(told->left_out, 1) << "that had no number";
}

TEST(SentStream, AFrameThatGoesOnAfterAMinuteIsNoneThatLeft) {
  SentStream stream(Medium::kVideo, Timestamp());
  PacketSent packet;
  packet.medium = Medium::kVideo;
  packet.frame = 3;
  stream.add(packet);
  packet.sent += Duration::seconds(61);
  stream.add(packet);
  EXPECT_FALSE(stream.departure_after(2).has_value());
  packet.frame = 4;
  stream.add(packet);
  EXPECT_EQ(stream.departure_after(4), packet.sent);
}

}  // namespace
}  // namespace jitterscope::sent_stream_test
