#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/source_tree/source_tree.h"
#include "tests/unit/algorithms/signalling/conversation.h"

namespace jitterscope::call_set_up_test {
namespace {

using testing::HasSubstr;

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

/// As the end that speaks `here` is to read it.
std::string versions(int there, int here) {
  return "The remote speaks version " + std::to_string(there) + " of the protocol, this end version " +
         std::to_string(here) + ": update the older program.";
}
constexpr int kOwn = kProtocolVersion, kNewer = kOwn + 1;

/// Whoever changes what goes over the wire raises the number, tells it in the wire format's page, and says so here.
TEST(CallSetUp, TheProtocolsVersionIsTheOneThatItsPageTells) {
  EXPECT_EQ(kProtocolVersion, 3);
  std::ifstream file(in_source_tree("resources/reference/wire_format.md"));
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(page, HasSubstr("protocol version " + std::to_string(kProtocolVersion) + "."));
  EXPECT_THAT(page, HasSubstr("\"params\":{\"version\":" + std::to_string(kProtocolVersion) + ","));
  EXPECT_THAT(page, HasSubstr("this is " + std::to_string(kProtocolVersion) + "."));
}

TEST(CallSetUp, VersionsThatDoNotFit) {
  Conversation talk;
  Description newer = sample_description("Ann", 100);
  newer.version = kNewer;
  talk.caller.set_local(newer);
  talk.dial();
  EXPECT_EQ(ended(talk.callee_events).sentence, versions(kNewer, kOwn));

  Conversation other;
  other.dial();
  newer.name = "Ben";
  other.callee.set_local(newer);
  other.callee.accept(other.now);
  other.exchange();
  EXPECT_EQ(ended(other.caller_events).sentence, versions(kNewer, kOwn));
  EXPECT_EQ(other.callee.state(), CallStage::kEnded);
}

TEST_F(Ringing, AnEndThatAnswersInAnotherVersionReadsBothFromItsOwnSide) {
  Description newer = sample_description("Ben", 200);
  newer.version = kNewer;
  talk.callee.set_local(newer);
  talk.callee.accept(talk.now);
  talk.exchange();
  EXPECT_THAT(ended(talk.callee_events).sentence, HasSubstr(versions(kOwn, kNewer)));
}

TEST(CallSetUp, AnOlderProgramIsToldBothVersions) {
  Conversation talk;
  talk.callee.connected(talk.now);
  talk.callee.line(R"({"jsonrpc":"2.0","id":1,"method":"offer","params":{"version":1,"name":"old","media":7}})",
                   talk.now);
  EXPECT_EQ(ended(talk.callee.take_events()).sentence, versions(1, kOwn));
  EXPECT_THAT(talk.callee.take_lines().front(), HasSubstr(versions(kOwn, 1)));
}

/// How the call ends that the remote refuses for its version, in these words.
std::string end_of_refusal(const std::string& words) {
  Conversation talk;
  talk.dial();
  talk.caller.line(R"({"jsonrpc":"2.0","id":1,"error":{"code":3,"message":")" + words + R"("}})", talk.now);
  talk.exchange();
  EXPECT_TRUE(ended(talk.caller_events).failed);
  return ended(talk.caller_events).sentence;
}

TEST(CallSetUp, WhatAnOlderProgramRefusesWithNamesBothVersions) {
  EXPECT_EQ(
      end_of_refusal("The far end speaks version 1 of the protocol, this end version 1: update the older program."),
      versions(1, kOwn))
      << "version 1 named its own version twice";
  EXPECT_EQ(end_of_refusal(versions(2, kOwn)), versions(2, kOwn));
}

TEST(CallSetUp, ARefusalThatTellsTheVersionsFromTheOtherSideIsReadAllTheSame) {
  EXPECT_EQ(end_of_refusal(versions(kOwn, kNewer)), versions(kNewer, kOwn));
}

TEST(CallSetUp, ARefusalForTheVersionThatNamesNoOtherNamesThisEndsOnce) {
  const std::string own = std::to_string(kOwn);
  const std::string unnamed =
      "The remote refused the call: it speaks another version of the protocol than this end, which speaks version " +
      own + ". Update the older program.";
  for (const std::string& words :
       {versions(kOwn, kOwn), std::string(), std::string("version"), std::string("version x, version -1, version 0"),
        std::string("version 99999999999999999999"),
        "You have version " + own + ", I do not like version " + own + "!"})
    EXPECT_EQ(end_of_refusal(words), unnamed) << words;
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
