// Two-stream control in virtual time: the paper's scenario and the limits that the product sets itself for it.
#include "core/lab/latecki04/simulation.h"

#include <gtest/gtest.h>

#include "tests/unit/lab/engine/rate_run.h"

namespace jitterscope::latecki04_simulation_test {
namespace {

LinkSettings link_of(std::string_view words) {
  std::string error;
  const auto settings = LinkSettings::parse(words, error);
  EXPECT_TRUE(settings) << error;
  return settings.value_or(LinkSettings{});
}

RateRun run(const RateScenario& scenario, std::uint64_t seed) {
  std::string error;
  auto result = simulate(scenario, seed, error);
  EXPECT_TRUE(result) << error;
  return result.value_or(RateRun{});
}

double target_at(const RateRun& run, double at_s) {
  double target = 0;
  for (const RateDecided& decision : run.decisions)
    if (decision.at.seconds() <= at_s) target = decision.sending ? decision.target_kbps : 0;
  return target;
}

void expect_the_papers_result(const RateScenario& scenario) {
  const std::uint64_t count = seeds(12, 50);
  std::uint64_t without_loss = 0, calm = 0, soon = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const RateRun result = run(scenario, seed);
    const RateFigures figures = figures_of(scenario, result);
    EXPECT_EQ(figures.sound_loss_converged, 0) << seed;
    without_loss += figures.sound_loss == 0;
    EXPECT_LE(figures.rise_ms, 5) << seed;
    calm += figures.rise_converged_ms <= 2;
    ASSERT_TRUE(figures.convergence_s) << seed;
    soon += *figures.convergence_s <= 20;
    EXPECT_GE(figures.utilisation.value_or(0), 0.9) << seed;
  }
  EXPECT_GE(without_loss, count * 95 / 100);
  // Of 400 other seeds 92 %: reports and wishes wait for RTCP's turn, and a probe a little too high passes meanwhile.
  EXPECT_GE(calm, count * 85 / 100);
  EXPECT_GE(soon, count * 95 / 100);
}

TEST(Latecki04Simulation, ThePapersScenarioOverUdp) {
  expect_the_papers_result({});
}

TEST(Latecki04Simulation, ThePapersScenarioOverTcp) {
  RateScenario scenario;
  scenario.tcp.emplace();
  expect_the_papers_result(scenario);
}

TEST(Latecki04Simulation, WithoutControlThePapersDamageAppears) {
  RateScenario scenario;
  scenario.control.controller = "off";
  const RateFigures figures = figures_of(scenario, run(scenario, 1));
  EXPECT_TRUE(figures.sound_delay_ms > 500 || figures.sound_loss > 0.04);
  EXPECT_FALSE(figures.convergence_s);
}

TEST(Latecki04Simulation, SoundAloneMeasuresThePapersDelay) {
  RateScenario scenario;
  EXPECT_NEAR(figures_of(scenario, run(scenario, 1)).base_ms, 53, 1) << "11.7 of it are its own time on the link";
}

TEST(Latecki04Simulation, EverythingSentIsAccountedFor) {
  const RateScenario scenario;
  const RateRun result = run(scenario, 3);
  std::int64_t sent = 0, delivered = 0, of_frames = 0;
  for (const LinkSecond& second : result.seconds) sent += second.picture_sent, delivered += second.picture;
  for (const FrameFate& frame : result.frames) of_frames += frame.bytes;
  EXPECT_EQ(sent, of_frames);
  EXPECT_EQ(sent, delivered);  // nothing was dropped
  EXPECT_EQ(result.frames.size(), 6000U);
  EXPECT_EQ(result.sound.size(), 4999U) << "the first is sent when its last sample is there";
}

RateScenario over_tcp(RateScenario scenario) {
  scenario.tcp.emplace();
  return scenario;
}

/// The product's limits where the path is narrower from 80 to 120 s: the sound lost, its delay from 3 s after the fall
/// on, and the use of the link 20 s after the rise.
void expect_the_fall_and_the_rise_followed(const RateScenario& scenario) {
  const std::uint64_t count = seeds(6, 20);
  std::uint64_t soon = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const RateRun result = run(scenario, seed);
    const RateFigures figures = figures_of(scenario, result);
    EXPECT_LE(figures.sound_loss, 0.01) << seed;
    EXPECT_LT(highest_delay_ms(result, 83, 120) - figures.base_ms, 100) << seed;
    EXPECT_GE(use_between(result, 100, 118), 0.85) << seed;
    EXPECT_GE(use_between(result, 140, 145), 0.7) << seed;
    soon += use_between(result, 140, 145) >= 0.85;
  }
  EXPECT_GE(soon, count * 95 / 100);
}

RateScenario bandwidth_falls_and_rises() {
  RateScenario scenario;
  scenario.link =
      link_of("up:rate=100kbit,limit=32000b,delay=53ms,at=80s:rate=60kbit,at=120s:rate=150kbit;down:delay=53ms");
  return scenario;
}

TEST(Latecki04Simulation, BandwidthFallsAndRisesOverUdp) {
  expect_the_fall_and_the_rise_followed(bandwidth_falls_and_rises());
}

TEST(Latecki04Simulation, BandwidthFallsAndRisesOverTcp) {
  expect_the_fall_and_the_rise_followed(over_tcp(bandwidth_falls_and_rises()));
}

RateScenario cross_traffic_comes_and_goes() {
  RateScenario scenario;
  scenario.cross.push_back({{.kilobytes_per_second = 3, .burst = 1, .poisson = false, .packet_bytes = 100},
                            Duration::seconds(80),
                            Duration::seconds(120)});
  return scenario;
}

TEST(Latecki04Simulation, CrossTrafficComesAndGoesOverUdp) {
  expect_the_fall_and_the_rise_followed(cross_traffic_comes_and_goes());
}

TEST(Latecki04Simulation, CrossTrafficComesAndGoesOverTcp) {
  expect_the_fall_and_the_rise_followed(over_tcp(cross_traffic_comes_and_goes()));
}

TEST(Latecki04Simulation, CrossTrafficInBurstsCostsNoSound) {
  RateScenario scenario;
  scenario.cross.push_back({{.kilobytes_per_second = 3, .burst = 1, .poisson = true, .packet_bytes = 100},
                            Duration::seconds(80),
                            Duration::seconds(120)});
  for (std::uint64_t seed = 1; seed <= seeds(4, 10); ++seed)
    EXPECT_LE(figures_of(scenario, run(scenario, seed)).sound_loss, 0.01) << seed;
}

TEST(Latecki04Simulation, LostReportsAreBorne) {
  RateScenario scenario;
  scenario.link.down.loss = 0.3;
  for (std::uint64_t seed = 1; seed <= seeds(4, 10); ++seed) {
    const RateFigures figures = figures_of(scenario, run(scenario, seed));
    EXPECT_EQ(figures.sound_loss, 0) << seed;
    EXPECT_LE(figures.rise_ms, 10) << seed;
    EXPECT_GE(figures.utilisation.value_or(0), 0.9) << seed;
  }
}

TEST(Latecki04Simulation, WithoutReportsTheRateFallsAndComesBack) {
  RateScenario scenario;
  scenario.link =
      link_of("up:rate=100kbit,queue=32000b,delay=41ms;down:queue=1,delay=41ms,at=80s:rate=0.1kbit,at=85s:rate=1mbit");
  const RateRun result = run(scenario, 1);
  EXPECT_GT(target_at(result, 79), 60);
  EXPECT_LT(target_at(result, 84.9), 40);
  EXPECT_GT(target_at(result, 95), 60);
  EXPECT_EQ(figures_of(scenario, result).sound_loss, 0);
}

TEST(Latecki04Simulation, BelowTheLowestPictureTheSoundGoesOnAlone) {
  RateScenario scenario;
  scenario.link =
      link_of("up:rate=100kbit,limit=32000b,delay=53ms,at=70s:rate=40kbit,at=110s:rate=100kbit;down:delay=53ms");
  const RateRun result = run(scenario, 1);
  const bool stopped = std::ranges::any_of(
      result.decisions, [](const RateDecided& decision) { return decision.stage.view() == "audio only"; });
  EXPECT_TRUE(stopped);
  EXPECT_GE(use_between(result, 140, 155), 0.85);
  EXPECT_EQ(figures_of(scenario, result).sound_loss, 0);
}

/// PCMU of 256 samples beside JPEG pictures of several packets, in bursts or spread by a shaper.
RateScenario call_through(std::string_view link, const ShapingSetting& shaping) {
  RateScenario scenario;
  scenario.link = link_of(link);
  scenario.sound = {Duration::ms(32), 286};
  scenario.picture.period = Duration::us(66'667);
  scenario.picture.smallest = 2500;
  scenario.picture.largest = 60'000;
  scenario.picture.spread = 0.1;
  scenario.picture.shaping = shaping;
  scenario.alone_before = scenario.alone_after = Duration::seconds(2);
  return scenario;
}

TEST(Latecki04Simulation, ACallThroughASlowLink) {
  for (const std::string_view shaping : {"c", "1,15"}) {
    const RateScenario scenario = call_through("rate=300kbit,limit=50,delay=1ms", *ShapingSetting::parse(shaping));
    for (std::uint64_t seed = 1; seed <= seeds(4, 10); ++seed) {
      const RateRun result = run(scenario, seed);
      const RateFigures figures = figures_of(scenario, result);
      EXPECT_EQ(figures.sound_loss, 0) << seed;
      EXPECT_LE(figures.sound_delay_ms, 150) << seed;
      EXPECT_GE(use_between(result, 30, 120), 0.75) << seed;
    }
  }
}

TEST(Latecki04Simulation, AFastLinkIsUsedUpToTheSetting) {
  RateScenario scenario = call_through("rate=20mbit,delay=5ms", *ShapingSetting::parse("c"));
  scenario.with_picture = Duration::seconds(60);
  for (std::uint64_t seed = 1; seed <= seeds(2, 5); ++seed) {
    const RateRun result = run(scenario, seed);
    EXPECT_EQ(target_at(result, 40), scenario.control.highest.kbits_per_second()) << seed;
    for (const RateDecided& decision : result.decisions) EXPECT_TRUE(decision.sending) << seed << decision.at.seconds();
  }
}

TEST(Latecki04Simulation, AWrongControllerIsToldInWords) {
  RateScenario scenario;
  scenario.control.controller = "none such";
  std::string error;
  EXPECT_FALSE(simulate(scenario, 1, error));
  EXPECT_NE(error.find("none such"), std::string::npos);
}

}  // namespace
}  // namespace jitterscope::latecki04_simulation_test
