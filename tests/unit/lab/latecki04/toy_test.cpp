// A controller of one file, by feedback records alone, over the link model in virtual time.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/call/analysis/controller_choice.h"
#include "core/lab/latecki04/simulation.h"

namespace jitterscope::toy_test {
namespace {

RateScenario scenario_on(std::string_view link) {
  std::string error;
  RateScenario scenario;
  scenario.link = LinkSettings::parse(link, error).value();
  scenario.control = RateControlSetting::parse("toy,max=1mbit", error).value();
  scenario.alone_before = scenario.alone_after = Duration::seconds(5);
  scenario.with_picture = Duration::seconds(60);
  return scenario;
}

RateRun run(const RateScenario& scenario) {
  std::string error;
  auto made = simulate(scenario, 1, error);
  EXPECT_TRUE(made) << error;
  return made.value_or(RateRun{});
}

double target_at(const RateRun& run, double at_s) {
  double target = 0;
  for (const RateDecided& decision : run.decisions)
    if (decision.at.seconds() <= at_s) target = decision.target_kbps;
  return target;
}

double longest_wait_ms(const RateRun& run, double from_s, double until_s) {
  double highest = 0;
  for (const SoundFate& sound : run.sound)
    if (sound.delay && sound.sent.seconds() >= from_s && sound.sent.seconds() < until_s)
      highest = std::max(highest, sound.delay->ms());
  return highest;
}

constexpr double kSound = (104 + 42) * 8 / 40.0, kNear = kSound / 2;  // kbit/s; near: part of the sound was lost too

TEST(Toy, HoldsNineTenthsOfWhatCameThrough) {
  const RateRun held = run(scenario_on("up:rate=300kbit,queue=20000b,delay=20ms;down:delay=20ms"));
  EXPECT_EQ(target_at(held, 5), 1000);
  EXPECT_NEAR(target_at(held, 12), 0.9 * 300 - kSound, kNear);
  EXPECT_NEAR(target_at(held, 64), 0.9 * 300 - kSound, kNear);
  EXPECT_LT(longest_wait_ms(held, 20, 64), 60) << "the queue has drained";
  EXPECT_LE(held.decisions.size(), 4u);
}

TEST(Toy, FollowsALinkThatBecomesNarrower) {
  const RateRun held = run(scenario_on("up:rate=600kbit,queue=20000b,delay=20ms,at=30s:rate=200kbit;down:delay=20ms"));
  EXPECT_NEAR(target_at(held, 29), 0.9 * 600 - kSound, kNear);
  EXPECT_NEAR(target_at(held, 64), 0.9 * 200 - kSound, kNear);
}

TEST(Toy, LeavesAPathThatLosesNothingAlone) {
  const RateRun held = run(scenario_on("up:rate=5mbit,delay=20ms;down:delay=20ms"));
  EXPECT_EQ(held.decisions.size(), 1u);
}

TEST(Toy, IsRefusedInACall) {
  std::string error;
  EXPECT_FALSE(choose_controller(scenario_on("up:delay=1ms").control, error));
  EXPECT_EQ(error, "toy needs feedback on each packet (RFC 8888), which no remote gives yet.");
}

}  // namespace
}  // namespace jitterscope::toy_test
