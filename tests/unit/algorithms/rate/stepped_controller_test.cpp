#include "core/algorithms/rate/stepped_controller.h"

#include <gtest/gtest.h>

#include "core/events/kinds/marker.h"
#include "tests/unit/algorithms/rate/controlled_call.h"

namespace jitterscope::stepped_controller_test {
namespace {

/// What a controller was given, in order.
struct Given {
  std::vector<std::string> what;
  std::vector<SendRecord> sent;
  std::vector<FeedbackRecord> feedback;
  std::vector<Timestamp> steps;
  std::optional<Timestamp> wanted;
};

class Listening : public RateController {
 public:
  explicit Listening(Given& given) : given_(given) {}
  void add(const Event&) override { given_.what.push_back("event"); }
  void add_sent(std::span<const SendRecord> records) override {
    given_.what.push_back("sent");
    given_.sent.insert(given_.sent.end(), records.begin(), records.end());
  }
  void add_feedback(const FeedbackReport& report) override {
    given_.what.push_back("feedback");
    given_.feedback.assign(report.packets.begin(), report.packets.end());
  }
  std::optional<RateDecision> step(Timestamp now) override {
    given_.steps.push_back(now);
    RateDecision decision = RateDecided{};
    decision.pacing = DataRate::kbits_per_second(1500);
    decision.window = DataSize::bytes(9000);
    return decision;
  }
  std::optional<Timestamp> next_step() const override { return given_.wanted; }

 private:
  Given& given_;
};

class Stepped : public testing::Test {
 protected:
  Given given_;
  SteppedController controller_{std::make_unique<Listening>(given_)};
};

TEST_F(Stepped, WithoutAControllerNothingIsDue) {
  SteppedController nobody;
  nobody.add(Marker{});
  nobody.add_feedback({});
  EXPECT_FALSE(nobody);
  EXPECT_FALSE(nobody.next_step());
  EXPECT_FALSE(nobody.step(at(1)));
}

TEST_F(Stepped, TheFirstStepIsDueAtOnceAndItsDecisionIsWhole) {
  EXPECT_LE(controller_.next_step().value(), at(0));
  const auto decision = controller_.step(at(1));
  ASSERT_TRUE(decision);
  EXPECT_EQ(decision->pacing, DataRate::kbits_per_second(1500));
  EXPECT_EQ(decision->window, DataSize::bytes(9000));
}

TEST_F(Stepped, ATimeIsKeptWhateverComesBefore) {
  controller_.step(at(1));
  given_.wanted = at(2);
  EXPECT_EQ(controller_.next_step(), at(2));
  controller_.add(Marker{});
  EXPECT_FALSE(controller_.step(at(1.999)));
  EXPECT_TRUE(controller_.step(at(2.001)));
  EXPECT_EQ(given_.steps, (std::vector{at(1), at(2.001)}));
  given_.wanted = at(1.5);  // has passed
  EXPECT_TRUE(controller_.step(at(2.001)));
}

TEST_F(Stepped, WithoutATimeAStepComesWithWhatIsAddedNext) {
  controller_.step(at(1));
  EXPECT_FALSE(controller_.next_step());
  EXPECT_FALSE(controller_.step(at(5)));
  controller_.add(Marker{});
  EXPECT_TRUE(controller_.step(at(6)));
  EXPECT_FALSE(controller_.step(at(7)));
  controller_.add_feedback({at(7), at(3), {}});
  EXPECT_TRUE(controller_.step(at(8)));
}

TEST_F(Stepped, WhatWasAddedMayAskForAStepAtOnce) {
  controller_.step(at(1));
  given_.wanted = at(100);
  EXPECT_FALSE(controller_.step(at(2)));
  controller_.add(Marker{});
  given_.wanted = at(2);
  EXPECT_TRUE(controller_.step(at(2)));
}

TEST_F(Stepped, SendRecordsAreThoseOfAcceptedPacketsInOrderOfTimeAndWithAllHeaders) {
  PacketSent sound = sent_packet(Medium::kAudio, 104, 70'000, at(1.02)),
             picture = sent_packet(Medium::kVideo, 1000, 5, at(1.01)),
             refused = sent_packet(Medium::kVideo, 1000, 6, at(1.015));
  sound.ssrc = 7;
  picture.ssrc = 8;
  refused.accepted = false;
  for (const PacketSent& packet : {sound, picture, refused}) controller_.add(packet);
  controller_.step(at(1.03));
  ASSERT_EQ(given_.sent.size(), 2u);
  const SendRecord &first = given_.sent[0], &second = given_.sent[1];
  EXPECT_EQ(first.medium, Medium::kVideo);
  EXPECT_EQ(first.ssrc, 8u);
  EXPECT_EQ(first.sequence, 5);
  EXPECT_EQ(first.sent, at(1.01));
  EXPECT_EQ(first.on_link, DataSize::bytes(1042));
  EXPECT_EQ(second.ssrc, 7u);
  EXPECT_EQ(second.sequence, 70'000);
  EXPECT_EQ(second.on_link, DataSize::bytes(146));
}

TEST_F(Stepped, OverTcpThePictureIsLargerOnTheLink) {
  controller_.add(SettingChanged{ShortText<32>("transport"), ShortText<160>("tcp"), End::kLocal, {}, at(1)});
  controller_.add(sent_packet(Medium::kVideo, 1000, 5, at(1)));
  controller_.add(sent_packet(Medium::kAudio, 104, 5, at(1)));
  controller_.step(at(1));
  EXPECT_EQ(given_.sent.at(0).on_link, DataSize::bytes(1068));
  EXPECT_EQ(given_.sent.at(1).on_link, DataSize::bytes(146));
}

TEST_F(Stepped, FeedbackComesBehindTheRecordsOfWhatItTellsOf) {
  controller_.add(sent_packet(Medium::kVideo, 1000, 5, at(1)));
  const std::vector<FeedbackRecord> packets{{Medium::kVideo, 8, 5, true, at(50), Ecn::kCongestion}};
  controller_.add_feedback({at(1.1), at(50.05), packets});
  EXPECT_EQ(given_.what, (std::vector<std::string>{"event", "sent", "feedback"}));
  ASSERT_EQ(given_.feedback.size(), 1u);
  EXPECT_EQ(given_.feedback[0].arrived, at(50));
  EXPECT_EQ(given_.feedback[0].ecn, Ecn::kCongestion);
}

TEST(StepsOfControllers, GoByTheirOwnTimes) {
  RateControlSetting setting = two_stream();
  for (const char* name : {"two-stream", "latecki04"}) {
    setting.controller = name;
    SteppedController controller(make(setting));
    ASSERT_TRUE(controller.step(at(1))) << name;
    EXPECT_EQ(controller.next_step(), at(1.02)) << name;
  }
  setting.controller = "fixed";
  setting.argument = "300kbit";
  SteppedController fixed(make(setting));
  ASSERT_TRUE(fixed.step(at(1)));
  EXPECT_FALSE(fixed.next_step());
  setting.controller = "replay";
  setting.argument = "call.jscope";
  const DataRate rate = DataRate::kbits_per_second(100);
  SteppedController replay(make(setting, {{Duration::seconds(2), rate}, {Duration::seconds(5), rate}}));
  ASSERT_TRUE(replay.step(at(10)));
  EXPECT_EQ(replay.next_step(), at(12));
  ASSERT_TRUE(replay.step(at(12.001)));
  EXPECT_EQ(replay.next_step(), at(15));
  ASSERT_TRUE(replay.step(at(15)));
  EXPECT_FALSE(replay.next_step()) << "the schedule is over";
}

}  // namespace
}  // namespace jitterscope::stepped_controller_test
