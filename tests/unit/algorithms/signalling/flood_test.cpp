// A remote that says more than anybody could have meant: what it tells and asks is bounded, and that is said once.
#include <gtest/gtest.h>

#include "core/events/event.h"
#include "tests/unit/algorithms/signalling/conversation.h"

namespace jitterscope::flood_test {
namespace {

class FloodTest : public testing::Test {
 protected:
  void SetUp() override { talk_.dial_and_accept(); }
  void tell(int changes) {
    for (int i = 0; i < changes; ++i) talk_.caller.tell(message::Changed{"shaping", i % 2 == 0 ? "a" : "c", "local"});
    talk_.exchange();
  }
  template <typename Event>
  std::vector<Event> heard() const {
    return of_kind<Event>(talk_.callee_events);
  }
  Conversation talk_;
};

TEST_F(FloodTest, WhatIsToldWithinASecondIsBoundedAndTheRestIsSaidOnce) {
  tell(3000);
  EXPECT_EQ(heard<message::Changed>().size(), 1u * kMostChangesASecond);
  EXPECT_TRUE(heard<call_event::PeerFlooded>().empty()) << "the second is not over";
  talk_.wait(Duration::seconds(1));
  ASSERT_EQ(heard<call_event::PeerFlooded>().size(), 1u);
  EXPECT_EQ(heard<call_event::PeerFlooded>()[0].left_out, 3000 - kMostChangesASecond);
  EXPECT_EQ(talk_.callee.state(), CallStage::kInCall);
}

TEST_F(FloodTest, AFloodThatGoesOnIsSaidOnceAMinute) {
  for (int second = 0; second < 59; ++second) {
    tell(100);
    talk_.wait(Duration::seconds(1));
  }
  EXPECT_EQ(heard<call_event::PeerFlooded>().size(), 1u);
  tell(100);
  talk_.wait(Duration::seconds(3));
  ASSERT_EQ(heard<call_event::PeerFlooded>().size(), 2u);
  const auto told = heard<call_event::PeerFlooded>();
  EXPECT_EQ(told[0].left_out + told[1].left_out, 60 * (100 - kMostChangesASecond));
}

/// As a session hears it: a look after each line.
TEST_F(FloodTest, AFloodWithoutAPauseIsSaidWhileItRuns) {
  for (int i = 0; i < 500; ++i) {
    talk_.now += Duration::ms(10);
    tell(1);
    talk_.callee.tick(talk_.now);
    talk_.exchange();
  }
  EXPECT_EQ(heard<call_event::PeerFlooded>().size(), 1u);
}

TEST_F(FloodTest, WhatIsMeasuredThereIsBoundedToo) {
  for (int i = 0; i < 1000; ++i) {
    talk_.caller.tell(message::Summary{{}, {}});
    talk_.caller.tell(message::Times{{SenderTimes{}}});
    talk_.caller.tell(message::Arrivals{{PeerPacket{}}});
  }
  talk_.exchange();
  EXPECT_LE(heard<message::Summary>().size(), 1u * kMostChangesASecond);
  EXPECT_LE(heard<message::Times>().size(), 1u * kMostChangesASecond);
  EXPECT_LE(heard<message::Arrivals>().size(), 1u * kMostChangesASecond);
  talk_.wait(Duration::seconds(1));
  EXPECT_EQ(heard<call_event::PeerFlooded>().size(), 1u);
}

TEST_F(FloodTest, OfManyStreamsAndPathsTheLastCounts) {
  AudioDescription audio = sample_description("Ann", 100).audio;
  for (int i = 0; i < 1000; ++i) {
    audio.receive = i % 2 == 0;
    talk_.caller.announce_media(audio, std::nullopt);
    talk_.caller.tell(
        message::Path{static_cast<std::uint16_t>(6000 + 2 * i), static_cast<std::uint16_t>(8000 + 2 * i)});
  }
  talk_.exchange();
  EXPECT_LE(heard<call_event::PeerMedia>().size(), 10u);
  EXPECT_LE(heard<message::Path>().size(), 10u);
  talk_.wait(Duration::seconds(2));
  ASSERT_FALSE(heard<call_event::PeerMedia>().empty() || heard<message::Path>().empty());
  EXPECT_FALSE(heard<call_event::PeerMedia>().back().remote.audio.receive);
  EXPECT_EQ(heard<message::Path>().back().audio_port, 6000 + 2 * 999);
}

TEST_F(FloodTest, WhatAUserCanDoIsNeverLeftOut) {
  for (int second = 0; second < 20; ++second) {
    tell(kMostChangesASecond / 2);
    talk_.wait(Duration::seconds(1));
  }
  EXPECT_EQ(heard<message::Changed>().size(), 20u * (kMostChangesASecond / 2));
  EXPECT_TRUE(heard<call_event::PeerFlooded>().empty());
}

TEST_F(FloodTest, RequestsByConsentAreBoundedTooAndThoseLeftOutAreSaid) {
  talk_.callee.grant_consent(true);
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 50; ++i) talk_.caller.request_change(SetAudioBlock{128 + i, End::kLocal});
    talk_.exchange();
  }
  EXPECT_EQ(heard<call_event::ChangeRequested>().size(), 1u * kMostChangesASecond);
  const auto refused = of_kind<call_event::Refused>(talk_.caller_events);
  ASSERT_EQ(refused.size(), 500u - kMostChangesASecond);
  EXPECT_EQ(refused[0].sentence, "The remote did not set audio-block: “Too many requests within a second.”");
  talk_.wait(Duration::seconds(1));
  ASSERT_EQ(heard<call_event::PeerFlooded>().size(), 1u);
  EXPECT_EQ(heard<call_event::PeerFlooded>()[0].left_out, 500 - kMostChangesASecond);
}

}  // namespace
}  // namespace jitterscope::flood_test
