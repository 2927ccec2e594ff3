// Feedback on each packet in virtual time, as a controller hears of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "core/lab/latecki04/simulation.h"
#include "core/lab/virtual_call/virtual_call.h"

namespace jitterscope::latecki04_feedback_test {
namespace {

using Packet = std::tuple<Medium, std::uint32_t, std::int64_t>;

constexpr std::uint32_t kAudioSsrc = virtual_call::ssrc_of(0, Medium::kAudio);

struct Heard {
  std::map<Packet, SendRecord> sent;
  std::map<Packet, FeedbackRecord> told;
  std::vector<Duration> ways_back;
  std::vector<Timestamp> steps;
  int unknown = 0, late = 0;  // told of packets that no record was of; not newer than the one before
};

/// Wants a rate, and its next step when feedback comes.
class Listening : public RateController {
 public:
  Listening(Heard& heard, double kbps) : heard_(heard), kbps_(kbps) {}
  void add(const Event&) override {}
  void add_sent(std::span<const SendRecord> records) override {
    for (const SendRecord& record : records) {
      heard_.late += record.sent < last_sent_;
      last_sent_ = record.sent;
      heard_.sent[{record.medium, record.ssrc, record.sequence}] = record;
    }
  }
  void add_feedback(const FeedbackReport& report) override {
    came_ = report.came;
    heard_.ways_back.push_back(report.came - report.made);
    for (const FeedbackRecord& record : report.packets) {
      const Packet packet{record.medium, record.ssrc, record.sequence};
      heard_.unknown += !heard_.sent.contains(packet);
      heard_.told[packet] = record;
    }
  }
  std::optional<RateDecision> step(Timestamp now) override {
    heard_.steps.push_back(now);
    came_ = Timestamp() + Duration::seconds(3600);
    RateDecided decided;
    decided.target_kbps = kbps_;
    decided.at = now;
    return heard_.steps.size() == 1 ? std::optional<RateDecision>(decided) : std::nullopt;
  }
  std::optional<Timestamp> next_step() const override { return came_; }

 private:
  Heard& heard_;
  double kbps_;
  Timestamp last_sent_, came_;
};

struct Outcome {
  Heard heard;
  RateRun run;
};

Outcome listen(RateScenario scenario, double kbps) {
  Outcome all;
  scenario.alone_before = scenario.alone_after = Duration::seconds(2);
  scenario.with_picture = Duration::seconds(20);
  std::string error;
  auto run = simulate_with(std::make_unique<Listening>(all.heard, kbps), scenario, 1, error);
  EXPECT_TRUE(run) << error;
  all.run = run.value_or(RateRun{});
  return all;
}

TEST(Latecki04Feedback, TellsEachPacketOfBothMediaAsItCame) {
  RateScenario scenario;
  scenario.feedback = true;
  const Outcome all = listen(scenario, 50);
  EXPECT_GT(all.heard.sent.size(), 1500u);
  EXPECT_EQ(all.heard.unknown, 0);
  EXPECT_EQ(all.heard.late, 0);
  for (const SoundFate& sound : all.run.sound) {
    const auto told = all.heard.told.find({Medium::kAudio, kAudioSsrc, sound.sequence});
    if (sound.sent.seconds() > 23.5) continue;
    ASSERT_NE(told, all.heard.told.end()) << sound.sequence;
    ASSERT_TRUE(told->second.received && sound.delay);
    EXPECT_EQ(*told->second.arrived - all.heard.sent.at(told->first).sent, *sound.delay);
  }
  EXPECT_EQ(std::ranges::count_if(all.heard.told, [](const auto& each) { return !each.second.received; }), 0);
  for (const Duration way : all.heard.ways_back) EXPECT_GE(way, scenario.link.down.delay);
  EXPECT_NEAR(static_cast<double>(all.heard.ways_back.size()), 240, 10) << "ten reports a second";
}

TEST(Latecki04Feedback, TellsWhatTheLinkDropped) {
  RateScenario scenario;
  scenario.feedback = true;
  const Outcome all = listen(scenario, 150);
  std::size_t lost = 0;
  for (const auto& [packet, told] : all.heard.told) lost += !told.received;
  EXPECT_GT(lost, 100u);
  for (const SoundFate& sound : all.run.sound)
    if (const auto told = all.heard.told.find({Medium::kAudio, kAudioSsrc, sound.sequence});
        told != all.heard.told.end()) {
      EXPECT_EQ(told->second.received, sound.delay.has_value()) << sound.sequence;
    }
}

TEST(Latecki04Feedback, AStepComesWithinARoundOfTheFeedbackThatAsksForIt) {
  RateScenario scenario;
  scenario.feedback = true;
  const Outcome all = listen(scenario, 50);
  const auto during = [](Timestamp step) { return step < virtual_call::VirtualCall::kBegin + Duration::seconds(23); };
  EXPECT_NEAR(static_cast<double>(std::ranges::count_if(all.heard.steps, during)), 231, 5)
      << "the first, and ten a second";
}

TEST(Latecki04Feedback, IsThereOnlyWhereItIsAskedFor) {
  const Outcome all = listen({}, 50);
  EXPECT_TRUE(all.heard.told.empty());
  EXPECT_GT(all.heard.sent.size(), 1500u);
}

}  // namespace
}  // namespace jitterscope::latecki04_feedback_test
