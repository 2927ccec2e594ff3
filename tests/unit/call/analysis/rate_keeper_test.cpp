#include "core/call/analysis/rate_keeper.h"
#include "core/call/exchange/rate_board.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/setting_changed.h"

#include <gtest/gtest.h>

namespace jitterscope::rate_keeper_test {
namespace {

Timestamp at(double seconds) {
  return Timestamp::ns(1'000'000'000) + Duration::from_seconds(seconds);
}

/// Notes what it is given and decides what it is told to.
class Scripted : public RateController {
 public:
  explicit Scripted(std::vector<Event>& given) : given_(given) {}
  void add(const Event& event) override { given_.push_back(event); }
  std::optional<RateDecision> step(Timestamp now) override {
    ++steps;
    auto decision = std::exchange(next, std::nullopt);
    if (decision) decision->decided.at = now;
    return decision;
  }
  std::optional<Timestamp> next_step() const override { return wanted; }
  std::optional<RateDecision> next;
  std::optional<Timestamp> wanted = Timestamp();  // in each round
  int steps = 0;

 private:
  std::vector<Event>& given_;
};

class RateKeeperTest : public testing::Test {
 protected:
  /// A packet of the remote's sound each 32 ms, each of the same delay.
  void sound(int packets) {
    for (int i = 0; i < packets; ++i, ++sequence_) {
      PacketArrived packet;
      packet.medium = Medium::kAudio;
      packet.ssrc = 7;
      packet.sequence = sequence_;
      packet.rtp_timestamp = sequence_ * 256;
      packet.size = 300;
      packet.received = at(static_cast<double>(sequence_) * 0.032);
      packet.received_conference = packet.received;
      packet.sent_conference = packet.received - Duration::ms(20);
      keeper_.add(packet);
    }
  }
  std::vector<Event> round() {
    std::vector<Event> made;
    keeper_.round(at(static_cast<double>(sequence_) * 0.032), made);
    return made;
  }
  Scripted& control() {
    auto controller = std::make_unique<Scripted>(given_);
    Scripted& here = *controller;
    keeper_.set_controller(std::move(controller), "two-stream");
    return here;
  }

  RateBoard board_;
  RateKeeper keeper_{board_};
  std::vector<Event> given_;
  std::int64_t sequence_ = 0;
};

TEST_F(RateKeeperTest, ReportsOfTheSoundAreMadeAndNumbered) {
  sound(64);
  const std::vector<Event> made = round();
  ASSERT_FALSE(made.empty());
  const auto told = board_.to_tell.load();
  EXPECT_EQ(told.number, made.size());
  const auto& last = get<TrendReported>(made.back());
  EXPECT_EQ(last.direction, Direction::kSent);
  EXPECT_EQ(told.report.end_sequence, last.end_sequence);
  EXPECT_EQ(told.report.ssrc, 7u);
  EXPECT_TRUE(round().empty()) << "nothing new came";
}

TEST_F(RateKeeperTest, WhoTellsTheRemoteIsWokenByNewsAlone) {
  EXPECT_FALSE(board_.news.take());
  round();
  EXPECT_FALSE(board_.news.take());
  sound(64);
  round();
  EXPECT_TRUE(board_.news.take()) << "a report";
  round();
  EXPECT_FALSE(board_.news.take());
  RateDecided decision;
  decision.judge_from = 20;
  Scripted& controller = control();
  EXPECT_TRUE(board_.news.take()) << "a wish of the controller before is no more";
  controller.next = decision;
  round();
  EXPECT_TRUE(board_.news.take()) << "a wish";
  controller.next = decision;
  round();
  EXPECT_FALSE(board_.news.take()) << "as before";
}

TEST_F(RateKeeperTest, TheRemotesWishMovesTheWindows) {
  sound(256);
  const auto before = round();
  ASSERT_TRUE(get<TrendReported>(before.back()).phase[2]) << "128 packets are there";
  board_.asked_from.store(sequence_);
  sound(32);
  const auto after = round();
  ASSERT_FALSE(after.empty());
  const auto& report = get<TrendReported>(after.back());
  EXPECT_EQ(report.judged_from, 256);
  EXPECT_FALSE(report.phase[2]) << "too few since";
}

TEST_F(RateKeeperTest, AWishThatComesBeforeTheFirstPacketIsKept) {
  board_.asked_from.store(20);
  EXPECT_TRUE(round().empty());
  sound(8);
  round();
  sound(32);
  EXPECT_EQ(get<TrendReported>(round().back()).judged_from, 20);
}

TEST_F(RateKeeperTest, AWishThatWasObeyedDoesNotComeAgainWithTheNumbersOfSixteenBits) {
  sound(40);
  round();
  board_.asked_from.store(30);
  for (int i = 0; i < 100; ++i) {
    sound(700);
    for (const Event& event : round())
      if (const auto* report = get_if<TrendReported>(&event)) { ASSERT_EQ(report->judged_from, 30); }
  }
}

TEST_F(RateKeeperTest, WithoutAControllerNobodyDecides) {
  sound(64);
  for (const Event& event : round()) EXPECT_TRUE(holds_alternative<TrendReported>(event));
  EXPECT_FALSE(board_.target.load().controlled);
}

TEST_F(RateKeeperTest, ADecisionIsAnEventAndStandsOnTheBoard) {
  Scripted& controller = control();
  RateDecided decision;
  decision.target_kbps = 123;
  decision.judge_from = 77;
  controller.next = decision;
  const auto made = round();
  ASSERT_EQ(made.size(), 1u);
  const auto& decided = get<RateDecided>(made[0]);
  EXPECT_EQ(decided.controller.view(), "two-stream");
  EXPECT_EQ(decided.at, at(0));
  const RateTarget target = board_.target.load();
  EXPECT_TRUE(target.controlled && target.sending);
  EXPECT_EQ(target.kbps, 123);
  EXPECT_EQ(board_.judge_from.load(), 77);
  decision.sending = false;
  decision.judge_from.reset();
  controller.next = decision;
  round();
  EXPECT_FALSE(board_.target.load().sending);
  EXPECT_EQ(board_.judge_from.load(), 77) << "as before";
  keeper_.set_controller(nullptr, "off");
  EXPECT_FALSE(board_.target.load().controlled);
  EXPECT_TRUE(board_.target.load().sending);
  EXPECT_EQ(board_.judge_from.load(), -1);
}

TEST_F(RateKeeperTest, APacingRateStandsOnTheBoardUntilADecisionWithoutOne) {
  Scripted& controller = control();
  controller.next.emplace(RateDecided{});
  controller.next->pacing = DataRate::kbits_per_second(1500);
  round();
  EXPECT_EQ(board_.target.load().pacing_kbps, 1500);
  controller.next.emplace(RateDecided{});
  round();
  EXPECT_FALSE(board_.target.load().pacing_kbps);
}

TEST_F(RateKeeperTest, AControllerIsSteppedWhenItWantsToBe) {
  Scripted& controller = control();
  std::vector<Event> made;
  keeper_.round(at(0), made);
  EXPECT_EQ(controller.steps, 1);
  controller.wanted = at(1);
  sound(3);
  keeper_.round(at(0.5), made);
  EXPECT_EQ(controller.steps, 1);
  keeper_.round(at(1), made);
  EXPECT_EQ(controller.steps, 2);
  controller.wanted.reset();
  keeper_.round(at(2), made);
  EXPECT_EQ(controller.steps, 2) << "nothing came";
  sound(1);
  keeper_.round(at(3), made);
  EXPECT_EQ(controller.steps, 3);
  keeper_.add_feedback({});
  keeper_.round(at(4), made);
  EXPECT_EQ(controller.steps, 4);
}

TEST_F(RateKeeperTest, ARoundIsDueForAStepOfTheController) {
  const Duration usual = Duration::ms(100);
  EXPECT_EQ(keeper_.next_round(at(1), usual), at(1.1));
  Scripted& controller = control();
  std::vector<Event> made;
  keeper_.round(at(1), made);
  const auto next = [&](std::optional<Timestamp> wanted) {
    controller.wanted = wanted;
    return keeper_.next_round(at(1), usual);
  };
  EXPECT_EQ(next(std::nullopt), at(1.1));
  EXPECT_EQ(next(at(1.02)), at(1.02));
  EXPECT_EQ(next(at(1.105)), at(1.105)) << "one round serves both";
  EXPECT_EQ(next(at(1.2)), at(1.1));
  EXPECT_EQ(next(at(0.5)), at(1.005)) << "at once, but not all the time";
}

TEST_F(RateKeeperTest, RoundsAreSeldomWhereNobodyLivesByTrends) {
  const Duration usual = Duration::ms(250);
  EXPECT_EQ(keeper_.next_round(at(1), usual), at(1.25));
  const auto set = [&](const char* words, End end) {
    keeper_.add(
        SettingChanged{ShortText<32>("rate-control"), ShortText<160>(words), end, ShortText<16>("local"), at(0)});
    return keeper_.next_round(at(1), usual);
  };
  EXPECT_EQ(set("two-stream,max=3000kbit", End::kRemote), at(1.1)) << "the remote's controller decides by them";
  EXPECT_EQ(set("off", End::kRemote), at(1.25));
  EXPECT_EQ(set("two-stream", End::kLocal), at(1.25)) << "this end's is in force when it is given one";
  control().wanted = std::nullopt;
  round();
  EXPECT_EQ(keeper_.next_round(at(1), usual), at(1.1));
  keeper_.set_controller(nullptr, "");
  EXPECT_EQ(keeper_.next_round(at(1), usual), at(1.25));
  board_.asked_from = 3;  // a remote that did not say that it controls
  round();
  EXPECT_EQ(keeper_.next_round(at(1), usual), at(1.1));
}

TEST_F(RateKeeperTest, AControllerSeesEveryEventAndIsToldTheTransportThatWasSetBefore) {
  SettingChanged transport{ShortText<32>("transport"), ShortText<160>("tcp"), End::kLocal, ShortText<16>("local"),
                           at(0)};
  keeper_.add(transport);
  transport.end = End::kRemote;
  transport.value = std::string_view("udp");
  keeper_.add(transport);
  control();
  ASSERT_EQ(given_.size(), 1u);
  EXPECT_EQ(get<SettingChanged>(given_[0]).value.view(), "tcp");
  sound(3);
  EXPECT_EQ(given_.size(), 4u);
}

}  // namespace
}  // namespace jitterscope::rate_keeper_test
