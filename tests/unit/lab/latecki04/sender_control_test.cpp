// What a sender holds of its controller's decisions.
#include "core/lab/latecki04/sender_control.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace jitterscope::latecki04::latecki04_sender_control_test {
namespace {

Timestamp at(std::int64_t ms) {
  return Timestamp() + Duration::ms(ms);
}

/// Notes what it is given and decides what it is told to.
class Scripted : public RateController {
 public:
  explicit Scripted(std::vector<Event>& given, std::optional<RateDecided>& next) : given_(given), next_(next) {}
  void add(const Event& event) override { given_.push_back(event); }
  std::optional<RateDecision> step(Timestamp) override { return std::exchange(next_, std::nullopt); }
  std::optional<Timestamp> next_step() const override { return Timestamp(); }

 private:
  std::vector<Event>& given_;
  std::optional<RateDecided>& next_;
};

class Latecki04SenderControl : public testing::Test {
 protected:
  static RateScenario scenario() {
    RateScenario made;
    made.wanted = DataRate::kbits_per_second(100);
    made.feedback_interval = Duration::ms(250);
    made.control.controller = "fixed";
    return made;
  }
  std::optional<RateDecided> decide(double target_kbps, std::optional<std::int64_t> judge_from, std::int64_t ms) {
    next_.emplace();
    next_->target_kbps = target_kbps;
    next_->sending = target_kbps > 0;
    next_->judge_from = judge_from;
    return control_.decide(at(ms));
  }
  void report(std::int64_t judged_from) {
    TrendReported report;
    report.direction = Direction::kReceived;
    report.judged_from = judged_from;
    control_.receive(report);
  }

  std::vector<Event> given_;
  std::optional<RateDecided> next_;
  SenderControl control_{scenario(), std::make_unique<Scripted>(given_, next_)};
};

TEST_F(Latecki04SenderControl, UntilTheFirstDecisionAllThatIsWantedIsSent) {
  EXPECT_FALSE(control_.decide(at(20)));
  EXPECT_EQ(control_.target(), DataRate::kbits_per_second(100));
  EXPECT_TRUE(control_.sending());
  EXPECT_FALSE(control_.ask_due());
}

TEST_F(Latecki04SenderControl, ADecisionHoldsUntilTheNextAndBearsTheScenariosName) {
  const auto decision = decide(40, {}, 20);
  ASSERT_TRUE(decision);
  EXPECT_EQ(decision->controller.view(), "fixed");
  EXPECT_EQ(decision->target_kbps, 40);
  EXPECT_FALSE(control_.decide(at(40)));
  EXPECT_EQ(control_.target(), DataRate::kbits_per_second(40));
  EXPECT_TRUE(control_.sending());
  decide(0, {}, 60);
  EXPECT_FALSE(control_.sending());
  EXPECT_FALSE(control_.ask_due());
}

TEST_F(Latecki04SenderControl, AWishIsToldAtOnceAndAgainUntilAReportObeysIt) {
  decide(40, 700, 20);
  ASSERT_EQ(control_.ask_due(), at(20));
  EXPECT_EQ(control_.ask(at(20)), 700);
  ASSERT_EQ(control_.ask_due(), at(270));
  report(699);
  ASSERT_EQ(control_.ask_due(), at(270));
  EXPECT_EQ(control_.ask(at(271)), 700);
  EXPECT_EQ(control_.ask_due(), at(521));
  report(700);
  EXPECT_FALSE(control_.ask_due());
}

TEST_F(Latecki04SenderControl, ANewWishTakesTheOldOnesPlaceAndADecisionWithoutOneLeavesIt) {
  decide(40, 700, 20);
  control_.ask(at(20));
  decide(50, {}, 40);
  EXPECT_EQ(control_.ask_due(), at(270));
  decide(60, 720, 100);
  EXPECT_EQ(control_.ask_due(), at(100));
  EXPECT_EQ(control_.ask(at(100)), 720);
  report(700);
  EXPECT_TRUE(control_.ask_due());
}

TEST_F(Latecki04SenderControl, TheControllerHearsOfAllEventsAndReports) {
  control_.add(PacketSent{});
  report(1);
  ASSERT_EQ(given_.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<PacketSent>(given_[0]));
  EXPECT_TRUE(std::holds_alternative<TrendReported>(given_[1]));
}

TEST(Latecki04SenderControlAlone, WithoutAControllerNothingIsDecided) {
  RateScenario scenario;
  scenario.wanted = DataRate::kbits_per_second(80);
  SenderControl control(scenario, nullptr);
  control.add(PacketSent{});
  control.receive(TrendReported{});
  EXPECT_FALSE(control.decide(at(20)));
  EXPECT_EQ(control.target(), DataRate::kbits_per_second(80));
  EXPECT_TRUE(control.sending());
  EXPECT_FALSE(control.ask_due());
}

}  // namespace
}  // namespace jitterscope::latecki04::latecki04_sender_control_test
