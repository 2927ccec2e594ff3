// What the remote tells through a queue: how old it was then (PeerView::sent_ago_s), and reports that come rarely.

#include <gtest/gtest.h>

#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/peer_packet.h"
#include "core/events/kinds/peer_summary.h"
#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope::sent_ago_test {
namespace {

Timestamp at(double seconds) {
  return Timestamp{} + Duration::from_seconds(1000 + seconds);
}

/// The remote tells of a frame once the next one has begun to come: through a queue of 4 s, at 20 s of frame 159.
class ToldThroughAQueue : public testing::Test {
 protected:
  ToldThroughAQueue() {
    for (int frame = 0; frame < 200; ++frame) {
      PacketSent packet;
      packet.medium = Medium::kVideo;
      packet.frame = packet.sequence = frame;
      packet.sent = at(frame * 0.1);
      packet.size = 100;
      analyzer_.add(packet);
    }
  }
  void summary(double seconds) {
    PeerSummary told;
    told.medium = Medium::kVideo;
    told.at = at(seconds);
    analyzer_.add(told);
  }
  std::optional<double> sent_ago(double seconds) {
    return analyzer_.snapshot(at(seconds)).reported(Medium::kVideo).figures->sent_ago_s;
  }

  CallAnalyzer analyzer_{at(0)};
};

TEST_F(ToldThroughAQueue, IsAsOldAsWhatHadLeftThen) {
  summary(20);
  EXPECT_EQ(sent_ago(20), std::nullopt) << "no frame is told";
  analyzer_.add(PeerPacket{0, 159, 0, {}, at(20)});
  EXPECT_NEAR(sent_ago(20).value(), 4, 1e-9);
  EXPECT_NEAR(sent_ago(22).value(), 4, 1e-9) << "as it was told: how long ago that is the report's age says";
  analyzer_.add(PeerPacket{9, 160, 0, {}, at(23)});
  EXPECT_EQ(sent_ago(23), std::nullopt) << "of a stream that is not the one now sent";
}

TEST_F(ToldThroughAQueue, APictureThatIsOffMakesNoQueue) {
  analyzer_.add(PeerPacket{0, 159, 0, {}, at(20)});
  summary(27);
  EXPECT_NEAR(sent_ago(27).value(), 4, 1e-9) << "of a narrow link it comes every 5 s";
  summary(29);
  EXPECT_EQ(sent_ago(29), std::nullopt);
}

/// A remote that begins to listen later extends the 16 bits of the wire from there; a hostile one tells anything.
TEST_F(ToldThroughAQueue, FrameNumbersAgreeInTheirSixteenBits) {
  summary(20);
  analyzer_.add(PeerPacket{0, 159 + 65'536 * 3, 0, {}, at(20)});
  EXPECT_NEAR(sent_ago(20).value(), 4, 1e-9);
  for (const std::int64_t frame : {std::int64_t{1} << 53, -(std::int64_t{1} << 53) + 159, std::int64_t{250}}) {
    analyzer_.add(PeerPacket{0, frame, 0, {}, at(20)});
    sent_ago(20);
  }
  EXPECT_EQ(sent_ago(20), std::nullopt);
}

TEST(ToldRarely, FramesASecondAreKnown) {
  CallAnalyzer analyzer(at(0));
  PeerSummary summary;
  summary.medium = Medium::kVideo;
  const auto rate = [&](double seconds) {
    return analyzer.snapshot(at(seconds)).reported(Medium::kVideo).figures->frames_per_second;
  };
  for (int i = 1; i <= 6; ++i) {
    summary.at = at(5.0 * i);
    summary.frames_complete = i * 50;
    analyzer.add(summary);
    if (i < 2) continue;
    EXPECT_EQ(rate(5.0 * i), 10);
    EXPECT_EQ(rate(5.0 * i + 4.9), 10) << "until the next";
  }
  EXPECT_EQ(rate(36.9), 10) << "which may be late";
  EXPECT_FALSE(rate(37.1)) << "but did not come";
  summary.at = at(60);
  summary.frames_complete = 330;
  analyzer.add(summary);
  EXPECT_FALSE(rate(60)) << "over so long it is not of now";
  for (const double seconds : {60.25, 60.5, 65.5, 65.6}) {  // in pairs, as behind a full queue
    summary.at = at(seconds);
    summary.frames_complete = 330 + static_cast<std::int64_t>((seconds - 60) * 20);
    analyzer.add(summary);
  }
  EXPECT_NEAR(rate(65.6).value(), 20, 0.2);
  EXPECT_NEAR(rate(70).value(), 20, 0.2) << "until the next";
}

}  // namespace
}  // namespace jitterscope::sent_ago_test
