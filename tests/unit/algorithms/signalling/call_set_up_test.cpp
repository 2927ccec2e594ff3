#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>

#include "tests/unit/algorithms/signalling/conversation.h"

namespace jitterscope::call_set_up_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Ringing : public testing::Test {
 protected:
  Ringing() { talk.dial(); }
  Conversation talk;
};

TEST_F(Ringing, RingsThenIsAccepted) {
  EXPECT_EQ(talk.caller.state(), CallStage::kRinging);
  EXPECT_EQ(talk.callee.state(), CallStage::kRinging);
  EXPECT_EQ(of_kind<call_event::RemoteRings>(talk.caller_events).size(), 1u);
  ASSERT_EQ(of_kind<call_event::Ringing>(talk.callee_events).size(), 1u);
  EXPECT_EQ(of_kind<call_event::Ringing>(talk.callee_events)[0].remote.name, "Ann");

  talk.callee.accept(talk.now);
  talk.exchange();
  const auto at_caller = of_kind<call_event::Established>(talk.caller_events);
  const auto at_callee = of_kind<call_event::Established>(talk.callee_events);
  ASSERT_EQ(at_caller.size(), 1u);
  ASSERT_EQ(at_callee.size(), 1u);
  EXPECT_TRUE(at_caller[0].caller);
  EXPECT_FALSE(at_callee[0].caller);
  EXPECT_EQ(at_caller[0].remote, sample_description("Ben", 200));
  EXPECT_EQ(at_callee[0].remote, sample_description("Ann", 100));
  EXPECT_EQ(at_callee[0].local, sample_description("Ben", 200));
}

TEST_F(Ringing, DescriptionMayBeFilledInWhileItRings) {
  Description late = sample_description("Ben", 300);
  late.video.send = false;
  talk.callee.set_local(late);
  talk.callee.accept(talk.now);
  talk.exchange();
  EXPECT_EQ(*talk.caller.remote(), late);
}

TEST_F(Ringing, Declined) {
  talk.callee.decline();
  talk.exchange();
  EXPECT_EQ(ended(talk.caller_events).sentence, "The remote declined the call. Call again later.");
  EXPECT_TRUE(ended(talk.caller_events).failed);
  EXPECT_FALSE(ended(talk.callee_events).failed);
}

TEST_F(Ringing, Busy) {
  talk.callee.turn_away("This end is in another call.", "called while you were in another call");
  talk.exchange();
  EXPECT_EQ(ended(talk.caller_events).sentence,
            "The remote refused the call: “This end is in another call.” Call again later.");
  EXPECT_EQ(talk.callee.state(), CallStage::kEnded);
  EXPECT_EQ(ended(talk.callee_events).sentence, "Ann called while you were in another call.");
}

TEST(CallSetUp, BusyAnswerBeforeTheOfferWasRead) {
  Conversation talk;
  talk.caller.call();
  talk.caller.connected(talk.now);
  talk.caller.line(write_message(message::Failed{std::nullopt, error_code::kBusy, "It is in another call."}), talk.now);
  talk.exchange();
  EXPECT_EQ(ended(talk.caller_events).sentence,
            "The remote refused the call: “It is in another call.” Call again later.");
}

TEST(CallSetUp, OfferDuringACallIsBusyAndTheCallGoesOn) {
  Conversation talk;
  talk.dial_and_accept();
  const std::string offer = write_message(message::Offer{99, sample_description("Eve", 1)});
  for (CallMachine* machine : {&talk.caller, &talk.callee}) {
    machine->line(offer, talk.now);
    const auto lines = machine->take_lines();
    ASSERT_EQ(lines.size(), 1u);
    const MessageReading reading = read_message(lines[0]);
    EXPECT_EQ(std::get<message::Failed>(*reading.message).code, error_code::kBusy);
    EXPECT_EQ(machine->state(), CallStage::kInCall);
    EXPECT_EQ(machine->remote()->name, machine == &talk.caller ? "Ben" : "Ann");
  }
}

TEST(CallSetUp, BothCallAtOnceOnOneConnection) {
  Conversation talk;
  talk.callee.call();
  talk.dial();
  EXPECT_THAT(ended(talk.caller_events).sentence, HasSubstr("another call"));
  EXPECT_THAT(ended(talk.callee_events).sentence, HasSubstr("another call"));
}

TEST(CallSetUp, SecondAnswerIsIgnored) {
  Conversation talk;
  talk.dial_and_accept();
  talk.caller.line(write_message(message::Answer{1, sample_description("Eve", 1)}), talk.now);
  talk.exchange();
  EXPECT_TRUE(talk.caller_events.empty());
  EXPECT_EQ(talk.caller.remote()->name, "Ben");
}

TEST_F(Ringing, AnswerToAnotherQuestionIsIgnored) {
  talk.caller.line(write_message(message::Answer{77, sample_description("Eve", 1)}), talk.now);
  EXPECT_EQ(talk.caller.state(), CallStage::kRinging);
}

TEST_F(Ringing, AnswerThatCannotBeUnderstood) {
  talk.caller.line(R"({"jsonrpc":"2.0","id":1,"result":{"version":1}})", talk.now);
  talk.exchange();
  EXPECT_THAT(ended(talk.caller_events).sentence, HasSubstr("cannot be understood"));
  EXPECT_EQ(talk.callee.state(), CallStage::kEnded);
}

constexpr const char* kIsOlder =
    "The remote's program is of protocol version 3 or before, which this one does not speak any more: update it.";
constexpr const char* kOldOffer =
    R"({"jsonrpc":"2.0","id":1,"method":"offer","params":{"version":3,"name":"old","media":{},"extensions":{}}})";

TEST(CallSetUp, AProgramOfBeforeIsToldTheVersionThatItReads) {
  Conversation talk;
  talk.callee.connected(talk.now);
  talk.callee.line(kOldOffer, talk.now);
  EXPECT_EQ(ended(talk.callee.take_events()).sentence, kIsOlder);
  EXPECT_THAT(talk.callee.take_lines().front(), HasSubstr("version 4 of the protocol"));
}

TEST(CallSetUp, AnAnswerOfAProgramOfBeforeEndsTheCall) {
  Conversation talk;
  talk.dial();
  talk.caller.line(R"({"jsonrpc":"2.0","id":1,"result":{"version":3,"name":"old","media":{}}})", talk.now);
  talk.exchange();
  EXPECT_EQ(ended(talk.caller_events).sentence, kIsOlder);
  EXPECT_EQ(talk.callee.state(), CallStage::kEnded);
}

TEST(CallSetUp, ARefusalForTheVersionIsOfAProgramOfBefore) {
  for (const char* words :
       {"The remote speaks version 4 of the protocol, this end version 3: update the older program.", "",
        "version 99999999999999999999"}) {
    Conversation talk;
    talk.dial();
    talk.caller.line(std::string(R"({"jsonrpc":"2.0","id":1,"error":{"code":3,"message":")") + words + R"("}})",
                     talk.now);
    talk.exchange();
    EXPECT_TRUE(ended(talk.caller_events).failed);
    EXPECT_EQ(ended(talk.caller_events).sentence, kIsOlder) << words;
  }
}

/// Ben's program is another: it can nothing beyond the base.
struct PlainCallee : testing::Test {
  PlainCallee() {
    Description ben = sample_description("Ben", 200);
    ben.can.emplace();
    talk.callee.set_local(ben);
    talk.dial_and_accept();
  }
  Conversation talk;
};

TEST_F(PlainCallee, IsNotToldWhatItCannotTake) {
  talk.caller.tell(message::Times{{SenderTimes{}}});
  talk.caller.tell(message::Arrivals{{PeerPacket{5, 7, 0, {}, {}}}});
  talk.caller.tell(message::Path{5006, 5008});
  talk.exchange();
  EXPECT_TRUE(talk.callee_events.empty());
  talk.caller.tell(message::Summary{});
  talk.exchange();
  EXPECT_EQ(of_kind<message::Summary>(talk.callee_events).size(), 1u);
}

TEST_F(PlainCallee, IsNotAskedToSetAnything) {
  const AnySetting wanted = SetShaping{*ShapingSetting::parse("c")};
  talk.caller.request_change(wanted);
  talk.exchange();
  const auto refused = of_kind<call_event::Refused>(talk.caller_events);
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0].sentence, "The remote's program cannot be asked to set what it sends.");
  EXPECT_TRUE(refused[0].setting);
  EXPECT_TRUE(talk.callee_events.empty());
}

TEST(Capabilities, WhatIsLackingIsASentenceEach) {
  EXPECT_THAT(Capabilities().sentences_without(), IsEmpty());
  Capabilities some;
  some.add("tcp");
  some.add("trend");
  some.add("levitation");
  EXPECT_THAT(some.sentences_without(),
              ElementsAre("The remote's program takes no pictures over TCP.",
                          "The remote's program judges the delays of this end's sound by latecki04's thresholds."));
  EXPECT_EQ(Capabilities::all().without(some).without(Capabilities::all()), Capabilities());
  EXPECT_TRUE(Capabilities::all().has<capability::Tcp>() && !Capabilities::all().without(some).has<capability::Tcp>());
}

TEST_F(Ringing, CallerGivesUp) {
  talk.caller.hang_up();
  talk.exchange();
  EXPECT_THAT(ended(talk.callee_events).sentence, HasSubstr("Ann gave up"));
  EXPECT_EQ(ended(talk.caller_events).sentence, "You hung up.");
}

TEST_F(Ringing, NobodyAnswers) {
  talk.wait(Duration::ms(59'500));
  EXPECT_EQ(talk.caller.state(), CallStage::kRinging);
  talk.wait(Duration::seconds(1));
  EXPECT_THAT(ended(talk.caller_events).sentence, HasSubstr("Nobody answered within 60 s. Call again later."));
  EXPECT_EQ(talk.callee.state(), CallStage::kEnded);
}

/// The callee began to ring first, so its limit is over first.
TEST_F(Ringing, WhomTheCalleesLimitReachesFirstIsToldToCallAgainToo) {
  while (talk.caller.state() == CallStage::kRinging && talk.now < Timestamp::ns(0) + Duration::seconds(90)) {
    talk.callee.tick(talk.now += Duration::ms(250));
    talk.exchange();
    talk.caller.tick(talk.now);
    talk.exchange();
  }
  EXPECT_EQ(ended(talk.caller_events).sentence, "The remote hung up: “Nobody answered within 60 s.” Call again later.");
}

TEST(CallSetUp, ConnectionThatBringsNoOffer) {
  CallMachine callee(sample_description("Ben", 200));
  callee.connected(Timestamp::ns(0));
  for (int second = 1; second <= 4; ++second) {
    callee.line(write_message(message::KeepAlive{second}), Timestamp::ns(0) + Duration::seconds(second));
    callee.tick(Timestamp::ns(0) + Duration::seconds(second));
  }
  EXPECT_EQ(callee.state(), CallStage::kIdle);
  callee.line(write_message(message::KeepAlive{5}), Timestamp::ns(0) + Duration::seconds(5));
  callee.tick(Timestamp::ns(0) + Duration::seconds(5));
  EXPECT_THAT(ended(callee.take_events()).sentence, HasSubstr("no call"));
}

TEST(CallSetUp, AnotherProtocolIsHungUpOnAtOnce) {
  CallMachine callee(sample_description("Ben", 200));
  callee.connected(Timestamp::ns(0));
  callee.line("GET / HTTP/1.1", Timestamp::ns(0));
  EXPECT_THAT(ended(callee.take_events()).sentence, HasSubstr("does not speak"));
}

TEST(CallSetUp, ConnectionFails) {
  CallMachine caller(sample_description("Ann", 100));
  caller.call();
  EXPECT_EQ(caller.state(), CallStage::kConnecting);
  caller.disconnected("192.0.2.1:5004 did not answer within 5 s.", Timestamp::ns(0));
  EXPECT_EQ(ended(caller.take_events()).sentence, "192.0.2.1:5004 did not answer within 5 s.");
  caller.disconnected("again", Timestamp::ns(0));
  EXPECT_TRUE(caller.take_events().empty());
}

/// What a caller says of itself and why it goes, until the call is answered.
TEST(CallSetUp, WordsOfAStrangerAreShortQuotedAndWithItsAddress) {
  CallMachineOptions options;
  options.address = "192.0.2.7";
  for (const auto& [name, words] : {std::pair(std::string(300, 'W'), std::string(40, 'W') + " (192.0.2.7)"),
                                    std::pair(std::string("\u200b"), std::string("Someone (192.0.2.7)"))}) {
    CallMachine callee({}, options);
    callee.connected(Timestamp{}, false);
    std::string offer = write_message(message::Offer{1, sample_description(name, 100)});
    offer.pop_back();
    callee.line(offer, Timestamp{});
    ASSERT_EQ(callee.state(), CallStage::kRinging);
    std::string bye = write_message(message::HangUp{"Enter your password at example.org”."});
    bye.pop_back();
    callee.line(bye, Timestamp{});
    EXPECT_EQ(ended(callee.take_events()).sentence, words + " gave up calling: “Enter your password at example.org'.”");
  }
}

}  // namespace
}  // namespace jitterscope::call_set_up_test
