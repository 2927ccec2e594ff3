#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/algorithms/signalling/conversation.h"

namespace jitterscope::call_in_progress_test {
namespace {

using testing::HasSubstr;

AnySetting shaping(std::string_view words) {
  return SetShaping{*ShapingSetting::parse(words), End::kRemote};
}

class CallInProgress : public testing::Test {
 protected:
  CallInProgress() { talk.dial_and_accept(); }
  Conversation talk;
};

TEST_F(CallInProgress, KeepAlivesKeepAQuietCallUp) {
  talk.lines_carried = 0;
  talk.wait(Duration::seconds(60));
  EXPECT_EQ(talk.caller.state(), CallStage::kInCall);
  EXPECT_EQ(talk.callee.state(), CallStage::kInCall);
  EXPECT_EQ(talk.lines_carried, 60u * 2 * 2);  // a question and an answer a second each way
}

TEST_F(CallInProgress, SilentPeerIsNotHeardForAWhileBeforeTheCallEnds) {
  talk.wait(Duration::seconds(10));
  talk.callee_reaches = false;
  talk.wait(Duration::seconds(5));
  EXPECT_EQ(talk.caller.state(), CallStage::kInCall);
  EXPECT_GT(talk.caller.unheard(talk.now), Duration::seconds(4));
  EXPECT_LT(talk.callee.unheard(talk.now), Duration::seconds(2));
  talk.callee_reaches = true;
  talk.wait(Duration::seconds(2));
  EXPECT_LT(talk.caller.unheard(talk.now), Duration::seconds(2)) << "heard again";
  talk.callee_reaches = false;
  talk.wait(Duration::seconds(31));
  EXPECT_EQ(ended(talk.caller_events).sentence,
            "The remote has been silent for 30 s: its program or the network may be down. Call again.");
  EXPECT_THAT(ended(talk.callee_events).sentence, HasSubstr("Ann hung up"));  // it could still hear
}

TEST_F(CallInProgress, MediaThatComeAreNoSilence) {
  talk.callee_reaches = false;
  for (int i = 0; i < 40; ++i) {
    talk.caller.media_heard(talk.now);
    talk.wait(Duration::ms(500));
  }
  EXPECT_EQ(talk.caller.state(), CallStage::kInCall);
  talk.wait(Duration::ms(30'250));
  EXPECT_EQ(talk.caller.state(), CallStage::kEnded);
}

TEST(CallNotBegun, NobodyIsTold) {
  Conversation talk;
  talk.caller.tell(message::Path{6000, 6002});
  talk.caller.tell(message::Times{{SenderTimes{}}});
  talk.caller.tell(message::Arrivals{{PeerPacket{}}});
  EXPECT_TRUE(talk.caller.take_lines().empty());
}

TEST(CallNotBegun, MediaBeforeTheCallAreNoSignOfLife) {
  Conversation talk;
  talk.dial();
  talk.callee_reaches = false;
  for (int i = 0; i < 10; ++i) {
    talk.caller.media_heard(talk.now);
    talk.wait(Duration::ms(500));
  }
  EXPECT_EQ(talk.caller.state(), CallStage::kEnded);
}

TEST_F(CallInProgress, LateAnswersTellThatTheRemoteIsBehind) {
  talk.wait(Duration::seconds(3));
  EXPECT_FALSE(talk.caller.is_behind(talk.now));
  talk.callee_reaches = false;
  talk.wait(Duration::ms(2250));
  EXPECT_TRUE(talk.caller.is_behind(talk.now));
  talk.callee_reaches = true;
  talk.wait(Duration::ms(1000));
  EXPECT_FALSE(talk.caller.is_behind(talk.now));
}

TEST_F(CallInProgress, AnAnswerToAnOldQuestionLeavesTheLaterOnesOpen) {
  std::vector<std::string> questions;
  for (int i = 0; i < 16; ++i) {
    talk.now += Duration::ms(250);
    talk.caller.tick(talk.now);
    for (const std::string& line : talk.caller.take_lines()) questions.push_back(line);
    talk.caller.media_heard(talk.now);
  }
  ASSERT_EQ(questions.size(), 4u);
  talk.callee.line(questions[0].substr(0, questions[0].size() - 1), talk.now);
  talk.exchange();
  EXPECT_TRUE(talk.caller.is_behind(talk.now));
}

TEST_F(CallInProgress, HangUp) {
  talk.callee.hang_up();
  talk.exchange();
  EXPECT_EQ(ended(talk.caller_events).sentence, "Ben hung up.");
  EXPECT_FALSE(ended(talk.caller_events).failed);
  EXPECT_EQ(ended(talk.callee_events).sentence, "You hung up.");
}

TEST_F(CallInProgress, AHangUpThatNobodyDidByHandSaysWhy) {
  talk.callee.hang_up("The time given, 20 s, is over.");
  talk.exchange();
  EXPECT_EQ(ended(talk.callee_events).sentence, "The time given, 20 s, is over.");
  EXPECT_FALSE(ended(talk.callee_events).failed);
  EXPECT_EQ(ended(talk.caller_events).sentence, "Ben hung up: “The time given, 20 s, is over.”");
}

TEST_F(CallInProgress, BothHangUpAtOnce) {
  talk.caller.hang_up();
  talk.callee.hang_up();
  talk.exchange();
  EXPECT_EQ(ended(talk.caller_events).sentence, "You hung up.");
  EXPECT_EQ(ended(talk.callee_events).sentence, "You hung up.");
}

TEST_F(CallInProgress, LostConnection) {
  talk.caller.disconnected("the network no longer reaches the remote.", talk.now);
  talk.exchange();
  EXPECT_EQ(ended(talk.caller_events).sentence,
            "The connection to the remote was lost: the network no longer reaches the remote. Call again.");
  EXPECT_TRUE(ended(talk.caller_events).failed);
}

TEST_F(CallInProgress, ConsentIsAskedOnceACall) {
  talk.caller.request_change(shaping("c"));
  talk.caller.request_change(shaping("5"));
  talk.exchange();
  ASSERT_EQ(of_kind<call_event::ConsentAsked>(talk.callee_events).size(), 1u);
  EXPECT_EQ(of_kind<call_event::ConsentAsked>(talk.callee_events)[0].setting,
            AnySetting(SetShaping{*ShapingSetting::parse("c")}));
  EXPECT_TRUE(of_kind<call_event::ChangeRequested>(talk.callee_events).empty());

  talk.callee.grant_consent(true);
  talk.caller.request_change(SetPriority{ThreadRole::kVideoSend, *PrioritySetting::parse("realtime"), End::kRemote});
  talk.exchange();
  EXPECT_EQ(of_kind<call_event::ConsentAsked>(talk.callee_events).size(), 1u);
  const auto requested = of_kind<call_event::ChangeRequested>(talk.callee_events);
  ASSERT_EQ(requested.size(), 3u);
  EXPECT_EQ(words_of(requested[0].setting), "c");
  EXPECT_EQ(words_of(requested[1].setting), "5");
  EXPECT_EQ(name_of(requested[2].setting), "priority.video-send");
  EXPECT_EQ(of_kind<call_event::ChangeAccepted>(talk.caller_events).size(), 3u);
}

TEST_F(CallInProgress, WhatIsAskedWaitsUntilItIsAnswered) {
  talk.caller.request_change(SetShaping{*ShapingSetting::parse("c"), End::kLocal});
  talk.caller.request_change(SetAudioBlock{512, End::kLocal});
  talk.exchange();
  const auto waiting = talk.caller.unanswered_requests();
  ASSERT_EQ(waiting.size(), 2u);
  EXPECT_EQ(name_of(waiting[0]), "shaping");
  EXPECT_EQ(words_of(waiting[1]), "512");
  const auto asked = of_kind<call_event::ConsentAsked>(talk.callee_events);
  ASSERT_EQ(asked.size(), 1u);
  EXPECT_EQ(words_of(asked[0].setting), "c");
  talk.callee.grant_consent(false);
  talk.exchange();
  EXPECT_TRUE(talk.caller.unanswered_requests().empty());
}

TEST_F(CallInProgress, ConsentIsForOneDirection) {
  talk.callee.grant_consent(true);
  talk.callee.request_change(shaping("c"));
  talk.exchange();
  EXPECT_EQ(of_kind<call_event::ConsentAsked>(talk.caller_events).size(), 1u);
}

/// What the caller has been refused, and how often the callee's user was asked.
void expect_refused(const Conversation& talk, std::size_t refused, std::size_t asked) {
  const auto refusals = of_kind<call_event::Refused>(talk.caller_events);
  EXPECT_EQ(refusals.size(), refused);
  for (const auto& refusal : refusals) {
    EXPECT_EQ(refusal.sentence, "The remote did not set shaping: “Its user did not agree to that.”");
    EXPECT_TRUE(refusal.setting);
  }
  EXPECT_EQ(of_kind<call_event::ConsentAsked>(talk.callee_events).size(), asked);
  EXPECT_TRUE(of_kind<call_event::ChangeRequested>(talk.callee_events).empty());
  EXPECT_EQ(talk.caller.state(), CallStage::kInCall);
}

TEST_F(CallInProgress, ConsentDenied) {
  talk.caller.request_change(shaping("c"));
  talk.caller.request_change(shaping("b"));
  talk.exchange();
  talk.callee.grant_consent(false);
  talk.exchange();
  expect_refused(talk, 2, 1);
  EXPECT_FALSE(talk.callee.refuses_all());
}

TEST_F(CallInProgress, ASecondRefusalHoldsForTheRestOfTheCall) {
  const auto ask = [&] {
    talk.caller.request_change(shaping("c"));
    talk.exchange();
  };
  ask();
  talk.callee.grant_consent(false);
  talk.callee.grant_consent(false);  // a button pressed twice is one answer
  ask();
  expect_refused(talk, 1, 2);
  talk.callee.grant_consent(false);
  EXPECT_TRUE(talk.callee.refuses_all());
  for (int i = 0; i < 5; ++i) ask();
  expect_refused(talk, 7, 2);
}

TEST_F(CallInProgress, AYesAfterARefusalCoversTheCall) {
  for (const bool granted : {false, true}) {
    talk.caller.request_change(shaping("c"));
    talk.exchange();
    talk.callee.grant_consent(granted);
  }
  talk.caller.request_change(shaping("b"));
  talk.exchange();
  EXPECT_EQ(of_kind<call_event::ChangeRequested>(talk.callee_events).size(), 2u);
  EXPECT_EQ(of_kind<call_event::ConsentAsked>(talk.callee_events).size(), 2u);
}

TEST_F(CallInProgress, WhoIsSilencedBeforeItAsksIsNotAskedAbout) {
  talk.callee.refuse_all();
  talk.caller.request_change(shaping("c"));
  talk.exchange();
  expect_refused(talk, 1, 0);
}

TEST(CallNotBegun, ConsentDecidedBeforehand) {
  Conversation talk({}, {.consent = true});
  talk.dial_and_accept();
  talk.caller.request_change(shaping("c"));
  talk.exchange();
  EXPECT_EQ(of_kind<call_event::ChangeRequested>(talk.callee_events).size(), 1u);
  EXPECT_TRUE(of_kind<call_event::ConsentAsked>(talk.callee_events).empty());
}

TEST_F(CallInProgress, RequestsThatWaitAreBounded) {
  for (int i = 0; i < 100; ++i) talk.caller.request_change(shaping("c"));
  talk.exchange();
  EXPECT_EQ(of_kind<call_event::Refused>(talk.caller_events).size(), 100u - 16);
  talk.callee.grant_consent(true);
  talk.exchange();
  EXPECT_EQ(of_kind<call_event::ChangeRequested>(talk.callee_events).size(), 16u);
}

TEST(CallNotBegun, ChangeOutsideACallIsRefused) {
  Conversation talk({}, {.consent = true});
  talk.dial();
  talk.callee.line(write_message(message::Change{50, shaping("c")}), talk.now);
  const auto lines = talk.callee.take_lines();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(std::get<message::Failed>(*read_message(lines[0]).message).code, error_code::kNotInCall);
  EXPECT_TRUE(of_kind<call_event::ChangeRequested>(talk.callee.take_events()).empty());
}

TEST_F(CallInProgress, ChangesAreMarkedAtBothEndsWithWhoAsked) {
  talk.callee.tell(message::Changed{"shaping", "c", "remote"});  // Ben did what Ann had asked
  talk.callee.tell(message::Changed{"shaping", "a", "local"});
  talk.exchange();
  const auto marks = of_kind<message::Changed>(talk.caller_events);
  ASSERT_EQ(marks.size(), 2u);
  EXPECT_EQ(marks[0].name + "=" + marks[0].value + " by " + marks[0].origin, "shaping=c by local");
  EXPECT_EQ(marks[1].name + "=" + marks[1].value + " by " + marks[1].origin, "shaping=a by remote");
}

TEST_F(CallInProgress, MediaAreAddedAndWithdrawn) {
  VideoDescription video = talk.caller.local().video;
  video.send = false;
  talk.caller.announce_media(std::nullopt, video);
  talk.exchange();
  video.send = true;
  video.ssrc = 4711;
  video.subsampling = Subsampling::k422;
  talk.caller.announce_media(std::nullopt, video);
  talk.exchange();
  const auto changes = of_kind<call_event::PeerMedia>(talk.callee_events);
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_FALSE(changes[0].remote.video.send);
  EXPECT_EQ(changes[0].remote.audio, talk.caller.local().audio);
  EXPECT_EQ(changes[1].remote.video, video);
  EXPECT_EQ(talk.callee.remote()->video, video);
}

TEST_F(CallInProgress, EitherEndSaysWhereItsMediaGo) {
  talk.caller.tell(message::Path{7000, 7002});
  talk.callee.tell(message::Path{8000, 8002});
  talk.exchange();
  const auto told = of_kind<message::Path>(talk.callee_events);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].audio_port, 7000);
  EXPECT_EQ(told[0].video_port, 7002);
  const auto answered = of_kind<message::Path>(talk.caller_events);
  ASSERT_EQ(answered.size(), 1u);
  EXPECT_EQ(answered[0].video_port, 8002);
  EXPECT_NE(talk.callee.remote()->audio.port, 7000) << "the streams stay as they were described";
}

TEST_F(CallInProgress, SummaryIsStampedOnArrival) {
  PeerSummary summary;
  summary.packets = 10;
  summary.jitter_ms = 1.5;
  talk.caller.tell(message::Summary{summary, PeerQuality{Medium::kAudio, 43.5, std::nullopt, 0.02, {}}});
  talk.exchange();
  const auto received = of_kind<message::Summary>(talk.callee_events);
  ASSERT_EQ(received.size(), 1u);
  EXPECT_EQ(received[0].summary.packets, 10);
  EXPECT_EQ(received[0].summary.jitter_ms, 1.5);
  EXPECT_EQ(received[0].summary.at, talk.now);
  ASSERT_TRUE(received[0].quality);
  EXPECT_EQ(received[0].quality->latency_ms, 43.5);
  EXPECT_EQ(received[0].quality->at, talk.now);
}

TEST_F(CallInProgress, TimesAreStampedOnArrival) {
  SenderTimes times;
  times.frame = 9;
  talk.caller.tell(message::Times{{times, times}});
  talk.exchange();
  const auto received = of_kind<message::Times>(talk.callee_events);
  ASSERT_EQ(received.size(), 1u);
  ASSERT_EQ(received[0].times.size(), 2u);
  EXPECT_EQ(received[0].times[1].frame, 9);
  EXPECT_EQ(received[0].times[1].at, talk.now);
  talk.callee.line(R"({"jsonrpc":"2.0","method":"times","params":{"medium":"audio","ssrc":1,"times":[7]}})", talk.now);
  EXPECT_EQ(talk.callee.state(), CallStage::kInCall);
}

TEST_F(CallInProgress, ArrivalsOfAFrameAreTold) {
  const std::vector<PeerPacket> frame{{5, 7, 1, {}, {}}, {5, 7, 0, Duration::ns(1'234'400), {}}};
  auto more = frame;
  more.push_back({5, 8, 0, {}, {}});                       // of another frame
  more.push_back({5, 7, 2, Duration::seconds(3600), {}});  // what no reader takes
  talk.caller.tell(message::Arrivals{more});
  talk.caller.tell(message::Arrivals{std::vector<PeerPacket>(2 * message::Arrivals::kMost, frame[0])});
  talk.exchange();
  const auto received = of_kind<message::Arrivals>(talk.callee_events);
  ASSERT_EQ(received.size(), 2u);
  ASSERT_EQ(received[0].packets.size(), 2u);
  EXPECT_EQ(received[0].packets[0].block, 1);
  EXPECT_EQ(received[0].packets[1].frame, 7);
  EXPECT_EQ(received[0].packets[1].ssrc, 5u);
  EXPECT_EQ(received[0].packets[1].offset, Duration::us(1234)) << "whole microseconds";
  EXPECT_EQ(received[0].packets[1].at, talk.now);
  EXPECT_EQ(received[1].packets.size(), message::Arrivals::kMost);
  for (const char* row : {"7", "[1]", "[-1,0]", "[1,-1]", "[65536,0]", "[1,1e18]", "[\"a\",0]"})
    talk.callee.line(
        std::string(R"({"jsonrpc":"2.0","method":"arrivals","params":{"ssrc":1,"frame":2,"packets":[)") + row + "]}}",
        talk.now);
  talk.callee_events.clear();
  talk.exchange();
  EXPECT_TRUE(of_kind<message::Arrivals>(talk.callee_events).empty());
  EXPECT_EQ(talk.callee.state(), CallStage::kInCall);
}

TEST_F(CallInProgress, UnknownMethodsOfLaterVersionsDoNoHarm) {
  for (int i = 0; i < 100; ++i) {
    talk.callee.line(R"({"jsonrpc":"2.0","id":9,"method":"dance"})", talk.now);
    talk.callee.line(R"({"jsonrpc":"2.0","method":"dance"})", talk.now);
  }
  EXPECT_EQ(talk.callee.take_lines().size(), 100u);
  EXPECT_EQ(talk.callee.state(), CallStage::kInCall);
}

TEST_F(CallInProgress, ABrokenRemoteIsHungUpOn) {
  for (int i = 0; i < 20; ++i) talk.callee.line("{", talk.now);
  EXPECT_EQ(talk.callee.state(), CallStage::kInCall);
  talk.callee.line("{", talk.now);
  EXPECT_EQ(talk.callee.state(), CallStage::kEnded);
}

}  // namespace
}  // namespace jitterscope::call_in_progress_test
