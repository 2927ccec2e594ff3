#include "core/algorithms/signalling/told_bounds.h"

#include <gtest/gtest.h>

namespace jitterscope::told_bounds_test {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(9'000'000'000);

SenderSummary sent_of(Medium medium, std::int64_t units, std::int64_t packets, Timestamp at = kBegan) {
  return {medium, 7, units, packets, 0, at};
}

PeerSummary received(std::int64_t packets, std::int64_t lost = 0) {
  PeerSummary told;
  told.medium = Medium::kVideo;
  told.packets = packets;
  told.lost = lost;
  told.expected = packets + lost;
  told.frames_complete = packets / 10;
  return told;
}

/// 100 frames of 10 packets, 25 a look.
class ToldBoundsTest : public testing::Test {
 protected:
  ToldBoundsTest() {
    for (int look = 1; look <= 4; ++look)
      bounds_.has_sent(Medium::kVideo, sent_of(Medium::kVideo, 25 * look, 250 * look));
  }
  ToldBounds bounds_;
};

TEST_F(ToldBoundsTest, NobodyReceivesMoreThanWasSent) {
  EXPECT_TRUE(bounds_.can_be(received(1000)));
  EXPECT_TRUE(bounds_.can_be(received(600, 400)));
  EXPECT_TRUE(bounds_.can_be(received(1900))) << "what has left since the last look";
  EXPECT_FALSE(bounds_.can_be(received(2500)));
  EXPECT_FALSE(bounds_.can_be(received(100, 5000)));
  PeerSummary odd = received(100);
  odd.frames_complete = 5000;
  EXPECT_FALSE(bounds_.can_be(odd));
  odd = received(100);
  odd.expected = 50;
  EXPECT_FALSE(bounds_.can_be(odd)) << "more came than was to come";
  odd = received(100);
  odd.frames_late = 11;
  EXPECT_FALSE(bounds_.can_be(odd));
}

TEST_F(ToldBoundsTest, NoPacketIsUnderWayForMinutesOrComesBeforeItWasSent) {
  for (const double ms : {-1001.0, 120'001.0}) {
    PeerSummary told = received(100);
    told.delay_p95_ms = ms;
    EXPECT_FALSE(bounds_.can_be(told)) << ms;
    EXPECT_FALSE(bounds_.can_be(PeerQuality{Medium::kVideo, ms, 1.0, 0.0, {}, {}, {}})) << ms;
  }
  EXPECT_TRUE(bounds_.can_be(PeerQuality{Medium::kVideo, 80.0, 1.0, 0.0, {}, -0.4, {}})) << "as clocks agree";
}

TEST_F(ToldBoundsTest, WhatWasNotSentIsNotKnown) {
  EXPECT_TRUE(bounds_.knows(Medium::kVideo));
  EXPECT_FALSE(bounds_.knows(Medium::kAudio));
  PeerSummary told = received(0);
  told.medium = Medium::kAudio;
  EXPECT_TRUE(bounds_.can_be(told)) << "nothing came of nothing";
}

TEST_F(ToldBoundsTest, OwnCountsNeitherJumpNorFall) {
  const auto at = [](std::int64_t s) { return kBegan + Duration::seconds(s); };
  EXPECT_TRUE(bounds_.can_be(sent_of(Medium::kAudio, 300, 300, at(10))));
  EXPECT_FALSE(bounds_.can_be(sent_of(Medium::kAudio, 299, 300, at(11))));
  EXPECT_FALSE(bounds_.can_be(sent_of(Medium::kAudio, 1'000'000, 1'000'000, at(11))));
  EXPECT_TRUE(bounds_.can_be(sent_of(Medium::kAudio, 310, 310, at(11)))) << "what could not be was not taken";
  SenderSummary other = sent_of(Medium::kAudio, 5, 5, at(12));
  other.ssrc = 8;
  EXPECT_TRUE(bounds_.can_be(other)) << "another stream begins with its own";
}

/// It joins a conference in which the others have sent for hours.
TEST_F(ToldBoundsTest, OwnCountsOfAnOlderStreamAreTakenAsTheyAreFirstTold) {
  const auto at = [](std::int64_t s) { return kBegan + Duration::seconds(s); };
  EXPECT_TRUE(bounds_.can_be(sent_of(Medium::kAudio, 500'000, 500'000, at(1))));
  EXPECT_TRUE(bounds_.can_be(sent_of(Medium::kAudio, 500'050, 500'050, at(2))));
  EXPECT_FALSE(bounds_.can_be(sent_of(Medium::kAudio, 900'000, 900'000, at(3)))) << "it grows no faster than media can";
}

/// A sender that was silent for an hour: the one interval outweighs all others.
TEST_F(ToldBoundsTest, IntervalsMayBeLong) {
  PeerSummary told = received(100);
  told.interarrival_mean_ms = told.interarrival_stddev_ms = 200'000;
  EXPECT_TRUE(bounds_.can_be(told));
}

TEST_F(ToldBoundsTest, CopiesAndLossesAreOfWhatWasSent) {
  for (auto count : {&PeerSummary::duplicates, &PeerSummary::reordered}) {
    PeerSummary told = received(100);
    told.*count = 100'000;
    EXPECT_FALSE(bounds_.can_be(told));
  }
  PeerSummary told = received(100);
  told.lost = -1000;
  EXPECT_FALSE(bounds_.can_be(told)) << "fewer were lost than copies came";
  told.duplicates = 1000;
  EXPECT_TRUE(bounds_.can_be(told));
}

TEST_F(ToldBoundsTest, NoUnitWaitsForMinutesAtItsSender) {
  SenderTimes times;
  times.capture = times.encode = Duration::seconds(50);
  EXPECT_TRUE(bounds_.can_be(times));
  times.shaper = Duration::seconds(21);
  EXPECT_FALSE(bounds_.can_be(times));
}

TEST_F(ToldBoundsTest, OfFramesThatWereNotSentNothingIsDrawn) {
  PeerPacket packet;
  packet.frame = 99;
  EXPECT_TRUE(bounds_.can_be(packet));
  packet.offset = Duration::seconds(121);
  EXPECT_FALSE(bounds_.can_be(packet));
  packet.offset = {};
  packet.frame = 100'000;
  EXPECT_FALSE(bounds_.can_be(packet));
}

}  // namespace
}  // namespace jitterscope::told_bounds_test
