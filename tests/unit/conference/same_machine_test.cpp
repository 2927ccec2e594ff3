#include "core/conference/same_machine.h"

#include <gtest/gtest.h>

#include "tests/unit/conference/conversation.h"

namespace jitterscope::same_machine_test {
namespace {

constexpr const char *kBoot = "0f8c1a2e-1111-4222-8333-444455556666", *kOther = "0f8c1a2e-1111-4222-8333-444455556667";

TEST(SameMachine, AProofIsOfWhoSaysItOfBothNoncesAndOfTheBoot) {
  const std::string proof = clock_proof("caller", "abcdefgh", "ABCDEFGH", kBoot);
  EXPECT_EQ(proof.size(), 43u);
  EXPECT_EQ(proof, clock_proof("caller", "abcdefgh", "ABCDEFGH", kBoot));
  EXPECT_NE(proof, clock_proof("callee", "abcdefgh", "ABCDEFGH", kBoot));
  EXPECT_NE(proof, clock_proof("caller", "abcdefgi", "ABCDEFGH", kBoot));
  EXPECT_NE(proof, clock_proof("caller", "abcdefgh", "ABCDEFGI", kBoot));
  EXPECT_NE(proof, clock_proof("caller", "abcdefgh", "ABCDEFGH", kOther));
}

TEST(SameMachine, NothingIsProvenWithoutABootIdOrANonce) {
  EXPECT_EQ(clock_proof("caller", "abcdefgh", "ABCDEFGH", ""), "");
  for (const char* nonce : {"", "short", "longer than eight", "$5$$$$$$", "abc defg"}) {
    EXPECT_FALSE(is_nonce(nonce));
    EXPECT_EQ(clock_proof("caller", nonce, "ABCDEFGH", kBoot), "") << nonce;
    EXPECT_EQ(clock_proof("caller", "abcdefgh", nonce, kBoot), "") << nonce;
  }
}

/// Ann calls Ben; what each is told at once when the call stands.
struct Ends {
  bool caller, callee;
};
Ends same_clock(const char* boot_of_caller, const char* boot_of_callee, bool caller_here = true,
                bool callee_here = true) {
  Conversation talk({.boot_id = boot_of_caller, .nonce = "abcdefgh"}, {.boot_id = boot_of_callee, .nonce = "ABCDEFGH"});
  talk.caller_here = caller_here;
  talk.callee_here = callee_here;
  talk.dial();
  talk.callee.accept(talk.now);
  talk.exchange();
  talk.wait(Duration::seconds(1));
  const auto at_caller = of_kind<call_event::Established>(talk.caller_events);
  const auto at_callee = of_kind<call_event::Established>(talk.callee_events);
  EXPECT_EQ(at_caller.size(), 1u);
  EXPECT_EQ(at_callee.size(), 1u);
  if (at_caller.empty() || at_callee.empty()) return {};
  return {at_caller[0].same_clock, at_callee[0].same_clock};
}

TEST(SameMachine, TwoEndsOfOneBootOverLoopbackHaveOneClock) {
  const Ends ends = same_clock(kBoot, kBoot);
  EXPECT_TRUE(ends.caller);
  EXPECT_TRUE(ends.callee);
}

TEST(SameMachine, OtherBootsAndOtherHostsHaveNot) {
  for (const Ends& ends : {same_clock(kBoot, kOther), same_clock(kBoot, ""), same_clock("", kBoot),
                           same_clock(kBoot, kBoot, false, true), same_clock(kBoot, kBoot, true, false)}) {
    EXPECT_FALSE(ends.caller);
    EXPECT_FALSE(ends.callee);
  }
}

/// A remote that asks for this end's proof first, to say it back.
TEST(SameMachine, NothingIsShownToWhoHasShownNothing) {
  CallMachine callee(sample_description("Ben", 200), {.boot_id = kBoot, .nonce = "ABCDEFGH"});
  const Timestamp now = Timestamp::ns(1'000'000'000);
  callee.connected(now, true);
  Description offered = sample_description("Mallory", 100);
  offered.nonce = "abcdefgh";
  callee.line(write_message(message::Offer{1, offered}), now);
  callee.accept(now);
  std::string said;
  for (const std::string& line : callee.take_lines()) said += line;
  EXPECT_EQ(callee.state(), CallStage::kRinging) << "the answer waits for the caller's proof";
  callee.line(write_message(message::Proof{std::string(43, 'x')}), now);
  EXPECT_EQ(callee.state(), CallStage::kInCall);
  for (const std::string& line : callee.take_lines()) said += line;
  EXPECT_EQ(said.find("\"proof\""), std::string::npos) << said;
  const auto events = callee.take_events();
  EXPECT_FALSE(of_kind<call_event::Established>({events.begin(), events.end()}).at(0).same_clock);
}

TEST(SameMachine, AnAnswerWaitsForAProofHalfASecond) {
  CallMachine callee(sample_description("Ben", 200), {.boot_id = kBoot, .nonce = "ABCDEFGH"});
  Timestamp now = Timestamp::ns(1'000'000'000);
  callee.connected(now, true);
  Description offered = sample_description("Ann", 100);
  offered.nonce = "abcdefgh";
  callee.line(write_message(message::Offer{1, offered}), now);
  callee.accept(now);
  callee.tick(now + Duration::ms(400));
  EXPECT_EQ(callee.state(), CallStage::kRinging);
  callee.tick(now + Duration::ms(500));
  EXPECT_EQ(callee.state(), CallStage::kInCall);
}

TEST(SameMachine, NoOfferTellsABootIdOrWhoCalled) {
  Conversation talk({.boot_id = kBoot, .nonce = "abcdefgh"}, {.boot_id = kBoot, .nonce = "ABCDEFGH"});
  talk.caller.call();
  talk.caller.connected(talk.now, true);
  talk.callee.connected(talk.now, true);
  std::string said;
  for (std::string& line : talk.caller.take_lines()) {
    said += line;
    talk.callee.line(line.substr(0, line.size() - 1), talk.now);
  }
  for (const std::string& line : talk.callee.take_lines()) said += line;
  EXPECT_EQ(said.find(kBoot), std::string::npos) << said;
  EXPECT_EQ(said.find("Ben"), std::string::npos) << "the callee's name is told with its answer";
}

}  // namespace
}  // namespace jitterscope::same_machine_test
