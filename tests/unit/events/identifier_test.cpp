#include "core/events/identifier.h"
#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/frame_shown.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/peer_summary.h"
#include "core/events/kinds/playout_report.h"
#include "core/events/kinds/rtcp_reported.h"
#include "core/events/kinds/sender_times.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/kinds/thread_woke.h"
#include "core/events/kinds/trend_reported.h"

#include <gtest/gtest.h>

namespace jitterscope::identifier_test {
namespace {

constexpr Timestamp kAt = Timestamp::ns(5'000'000'000);

PacketArrived arrived(Medium medium, std::uint32_t ssrc) {
  PacketArrived e;
  e.medium = medium;
  e.ssrc = ssrc;
  e.received = kAt;
  return e;
}

PacketSent sent(Medium medium, std::uint32_t ssrc) {
  PacketSent e;
  e.medium = medium;
  e.ssrc = ssrc;
  e.sent = kAt;
  return e;
}

template <typename E>
E of_medium(Medium medium) {
  E e;
  e.medium = medium;
  return e;
}

TEST(Identifier, AStreamBeginsWithItsFirstPacket) {
  Identifier identifier;
  const auto first = identifier.whose(arrived(Medium::kVideo, 7));
  ASSERT_TRUE(first.began);
  EXPECT_EQ(first.participant, kFirstRemote);
  EXPECT_EQ(first.began->at, kAt);
  EXPECT_EQ(first.stream, StreamId{1});
  EXPECT_EQ(first.began->id(), StreamId{1});
  EXPECT_EQ(first.began->key(), (StreamKey{kFirstRemote, std::nullopt, Medium::kVideo, 7}));
  EXPECT_FALSE(identifier.whose(arrived(Medium::kVideo, 7)).began);
  const auto own = identifier.whose(sent(Medium::kVideo, 7));  // another's stream may have the same SSRC
  EXPECT_EQ(own.participant, kThisEnd);
  EXPECT_EQ(own.stream, StreamId{2});
}

TEST(Identifier, WhatNamesNoSenderIsOfTheRemoteThatIsMeant) {
  Identifier identifier;
  const ParticipantId second{2};
  PeerSummary summary;
  EXPECT_EQ(identifier.whose(summary).participant, kFirstRemote);
  EXPECT_TRUE(identifier.whose(summary).says_itself);
  EXPECT_EQ(identifier.whose(summary, second).participant, second);
  EXPECT_FALSE(identifier.whose(summary, second).says_itself) << "without being told it would be the first's";
  identifier.whose(announced({}, {second, std::nullopt, Medium::kAudio, 20}, kAt));
  const auto packet = identifier.whose(arrived(Medium::kAudio, 20), second);
  EXPECT_EQ(packet.participant, second);
  EXPECT_TRUE(packet.says_itself) << "its stream was announced";
  PlayoutReport report;
  EXPECT_EQ(identifier.whose(report, second).stream, packet.stream) << "of the newest stream of whom is meant";
}

TEST(Identifier, ACopyIsAStreamOfItsOwnToWhomItGoes) {
  Identifier identifier;
  const ParticipantId second{2}, third{3};
  const auto to_all = identifier.whose(sent(Medium::kVideo, 7));
  ASSERT_TRUE(to_all.began);
  EXPECT_FALSE(to_all.began->to);
  const auto copy = identifier.whose(sent(Medium::kVideo, 7), second);
  ASSERT_TRUE(copy.began);
  EXPECT_EQ(copy.participant, kThisEnd);
  EXPECT_EQ(copy.began->key(), (StreamKey{kThisEnd, second, Medium::kVideo, 7}));
  EXPECT_FALSE(copy.says_itself);
  EXPECT_NE(identifier.whose(sent(Medium::kVideo, 7), third).stream, copy.stream);
  EXPECT_EQ(identifier.whose(sent(Medium::kVideo, 7), second).stream, copy.stream);
  EXPECT_EQ(identifier.whose(sent(Medium::kVideo, 7)).stream, to_all.stream);
}

TEST(Identifier, ALogThatAnnouncesStreamsOfMoreRemotesSaysWhoseTheyAre) {
  Identifier live, later;
  live.whose(announced({}, {ParticipantId{2}, std::nullopt, Medium::kAudio, 20}, kAt));
  for (const Event& event : {Event(arrived(Medium::kAudio, 10)), Event(arrived(Medium::kAudio, 20))}) {
    const auto was = live.whose(event);
    ASSERT_TRUE(was.began);
    later.whose(*was.began);  // as it is written
    const auto is = later.whose(event);
    EXPECT_EQ(is.participant, was.participant);
    EXPECT_EQ(is.stream, was.stream);
    EXPECT_FALSE(is.began);
  }
}

TEST(Identifier, StreamsThatAreExpectedAreTheirSenders) {
  Identifier identifier;
  const ParticipantId second{2}, third{3};
  StreamAnnounced expected = announced({}, {second, std::nullopt, Medium::kAudio, 20}, kAt);
  expected.period_ms = 32;
  EXPECT_FALSE(identifier.whose(expected).stream) << "it has not begun";
  identifier.whose(announced({}, {third, std::nullopt, Medium::kAudio, 30}, kAt));
  const auto packet = identifier.whose(arrived(Medium::kAudio, 20));
  ASSERT_TRUE(packet.began);
  EXPECT_EQ(packet.began->key(), expected.key());
  EXPECT_EQ(packet.began->period_ms, 32);
  EXPECT_EQ(packet.participant, second);
  const auto others = identifier.whose(arrived(Medium::kAudio, 30)), mine = identifier.whose(sent(Medium::kAudio, 20));
  EXPECT_EQ(others.participant, third);
  EXPECT_EQ(mine.participant, kThisEnd) << "an own stream may have the same SSRC";
  AudioBlockDone block;
  block.ssrc = 20;
  EXPECT_EQ(identifier.whose(block).stream, packet.stream);
  EXPECT_EQ(identifier.whose(arrived(Medium::kVideo, 20)).participant, kFirstRemote) << "expected of nobody";
  // A sender that begins anew.
  identifier.whose(announced({}, {second, std::nullopt, Medium::kAudio, 21}, kAt));
  const auto anew = identifier.whose(arrived(Medium::kAudio, 21));
  ASSERT_TRUE(anew.began);
  EXPECT_EQ(anew.participant, second);
  EXPECT_NE(anew.stream, packet.stream);
  // One that is expected again, by an end that was away.
  identifier.whose(announced({}, {third, std::nullopt, Medium::kAudio, 30}, kAt));
  const auto again = identifier.whose(arrived(Medium::kAudio, 30));
  ASSERT_TRUE(again.began);
  EXPECT_NE(again.stream, others.stream);
}

TEST(Identifier, WhatNamesNoStreamIsOfTheNewestOfItsMedium) {
  Identifier identifier;
  EXPECT_FALSE(identifier.whose(of_medium<PlayoutReport>(Medium::kAudio)).stream);
  identifier.whose(arrived(Medium::kAudio, 1));
  identifier.whose(arrived(Medium::kVideo, 2));
  const StreamId newest = identifier.whose(arrived(Medium::kAudio, 3)).stream;
  EXPECT_EQ(identifier.whose(of_medium<PlayoutReport>(Medium::kAudio)).stream, newest);
  EXPECT_EQ(identifier.whose(FrameShown{}).stream, StreamId{2});
}

TEST(Identifier, ASenderThatReturnsToAnSsrcBeginsAnotherStream) {
  Identifier identifier;
  const StreamId first = identifier.whose(arrived(Medium::kAudio, 1)).stream;
  identifier.whose(arrived(Medium::kAudio, 2));
  const auto again = identifier.whose(arrived(Medium::kAudio, 1));
  ASSERT_TRUE(again.began);
  EXPECT_EQ(again.began->ssrc, 1u);
  EXPECT_NE(again.stream, first);
  EXPECT_EQ(identifier.whose(of_medium<PlayoutReport>(Medium::kAudio)).stream, again.stream);
  EXPECT_EQ(identifier.whose(arrived(Medium::kAudio, 1)).stream, again.stream);
}

TEST(Identifier, WhatNamesAnSsrcThatSentNothingHasNoStream) {
  Identifier identifier;
  identifier.whose(arrived(Medium::kVideo, 1));
  FrameDone done;
  done.ssrc = 9;
  EXPECT_FALSE(identifier.whose(done).stream);
  SenderTimes times;
  times.medium = Medium::kVideo;
  times.ssrc = 9;
  const auto told = identifier.whose(times);
  EXPECT_FALSE(told.stream);
  EXPECT_FALSE(told.began) << "what the remote says begins no stream";
}

TEST(Identifier, AReportIsOfWhoSaysItAndOfTheStreamThatItTellsOf) {
  Identifier identifier;
  const StreamId mine = identifier.whose(sent(Medium::kAudio, 1)).stream;
  const StreamId theirs = identifier.whose(arrived(Medium::kAudio, 2)).stream;
  RtcpReported report;
  report.medium = Medium::kAudio;
  report.direction = Direction::kReceived;
  report.ssrc = 1;
  EXPECT_EQ(identifier.whose(report).participant, kFirstRemote);
  EXPECT_EQ(identifier.whose(report).stream, mine);
  report.direction = Direction::kSent;
  report.ssrc = 2;
  EXPECT_EQ(identifier.whose(report).participant, kThisEnd);
  EXPECT_EQ(identifier.whose(report).stream, theirs);
  EXPECT_EQ(identifier.whose(of_medium<PeerSummary>(Medium::kAudio)).participant, kFirstRemote);
  EXPECT_EQ(identifier.whose(of_medium<PeerSummary>(Medium::kAudio)).stream, mine);
  TrendReported trend;
  trend.direction = Direction::kSent;  // judged here
  trend.ssrc = 2;
  EXPECT_EQ(identifier.whose(trend).participant, kThisEnd);
  EXPECT_EQ(identifier.whose(trend).stream, theirs);
}

TEST(Identifier, ASettingIsOfTheEndThatSaysIt) {
  Identifier identifier;
  SettingChanged change;
  change.end = End::kRemote;
  EXPECT_EQ(identifier.whose(change).participant, kFirstRemote);
  change.end = End::kLocal;
  EXPECT_EQ(identifier.whose(change).participant, kThisEnd);
  EXPECT_EQ(identifier.whose(ThreadWoke{}).participant, kThisEnd);
}

TEST(Identifier, BeyondTheLastNumberNoStreamBegins) {
  Identifier identifier;
  for (std::uint32_t ssrc = 0; ssrc < 65535; ++ssrc)
    ASSERT_TRUE(identifier.whose(arrived(Medium::kAudio, ssrc)).stream);
  EXPECT_FALSE(identifier.whose(arrived(Medium::kAudio, 65535)).stream);
  EXPECT_EQ(identifier.whose(arrived(Medium::kAudio, 65534)).stream, StreamId{65535}) << "it still sends";
}

/// A trace that begins in the middle of a call: its streams have the numbers that they had there.
TEST(Identifier, ALogThatAnnouncesItsStreamsNumbersThem) {
  Identifier identifier;
  const StreamKey key{kFirstRemote, std::nullopt, Medium::kVideo, 7};
  const auto said = identifier.whose(announced(StreamId{4}, key, kAt));
  EXPECT_EQ(said.participant, kFirstRemote);
  EXPECT_EQ(said.stream, StreamId{4});
  const auto first = identifier.whose(arrived(Medium::kVideo, 7));
  EXPECT_EQ(first.stream, StreamId{4});
  EXPECT_FALSE(first.began);
  EXPECT_EQ(identifier.whose(arrived(Medium::kVideo, 8)).stream, StreamId{5}) << "not announced: the next one";
  identifier.whose(announced(StreamId{4}, key, kAt));  // its period has changed
  EXPECT_EQ(identifier.whose(of_medium<PlayoutReport>(Medium::kVideo)).stream, StreamId{5});
}

}  // namespace
}  // namespace jitterscope::identifier_test
