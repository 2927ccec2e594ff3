#include <gtest/gtest.h>

#include "core/lab/latecki04/simulation.h"

namespace jitterscope::latecki04_figures_test {
namespace {

constexpr int kBefore_s = 10, kFrames = 500;
constexpr double kBase_ms = 60, kMsPerByte = 8 / 100.0;  // 100 kbit/s

/// Sound each 40 ms that takes the base, and with picture `with_picture_ms`; a picture of `bytes` each 20 ms. Steady
/// from the first picture on.
RateRun run_of(const RateScenario& scenario, std::int32_t bytes, double with_picture_ms) {
  RateRun run;
  const Timestamp begin = Timestamp() + scenario.alone_before, end = begin + scenario.with_picture;
  for (Timestamp at; at < end; at = at + Duration::ms(40))
    run.sound.push_back(
        {static_cast<std::int64_t>(run.sound.size()), at, Duration::from_ms(at < begin ? kBase_ms : with_picture_ms)});
  for (int i = 0; i < kFrames; ++i)
    run.frames.push_back({i, begin + Duration::ms(20 * i), bytes, Duration::ms(70), std::nullopt});
  RateDecided steady;
  steady.stage = std::string_view("steady");
  steady.at = begin;
  run.decisions.push_back(steady);
  return run;
}

RateScenario scenario() {
  RateScenario scenario;
  scenario.alone_before = Duration::seconds(kBefore_s);
  scenario.with_picture = Duration::seconds(kFrames / 50);
  return scenario;
}

TEST(Latecki04Figures, TheWaitBehindAUsualPacketIsNoRise) {
  const RateFigures figures = figures_of(scenario(), run_of(scenario(), 150, kBase_ms + 150 * kMsPerByte));
  EXPECT_DOUBLE_EQ(figures.base_ms, kBase_ms);
  EXPECT_DOUBLE_EQ(figures.packet_ms, 12);
  EXPECT_NEAR(figures.rise_converged_ms, 0, 1e-9);
}

TEST(Latecki04Figures, OneLargePacketOfAProbeAllowsNoMore) {
  RateRun run = run_of(scenario(), 150, kBase_ms + 20);
  for (std::size_t i = 100; i < 110; ++i) run.frames[i].bytes = 325;
  const RateFigures figures = figures_of(scenario(), run);
  EXPECT_DOUBLE_EQ(figures.packet_ms, 12) << "26 ms is the largest";
  EXPECT_NEAR(figures.rise_converged_ms, 8, 1e-9);
}

TEST(Latecki04Figures, PicturesOfManyPacketsCountByThePacket) {
  RateScenario large = scenario();
  large.picture.block = 900;
  large.picture.packet_header = 58;  // 1000 B with UDP's 42
  const RateFigures figures = figures_of(large, run_of(large, 2300, kBase_ms));
  EXPECT_DOUBLE_EQ(figures.packet_ms, 1000 * kMsPerByte) << "1000, 1000 and 300 B";
}

RateDecided decided(Timestamp at, double kbps, bool sending = true) {
  RateDecided decision;
  decision.stage = std::string_view(sending ? "rate adaptation" : "break");
  decision.target_kbps = kbps;
  decision.sending = sending;
  decision.at = at;
  return decision;
}

/// So much of the link is used in each second.
RateRun searched(std::vector<RateDecided> decisions, double use) {
  RateRun run = run_of(scenario(), 150, kBase_ms);
  run.decisions = std::move(decisions);
  const auto bytes = static_cast<std::int64_t>(use * 12'500);
  run.seconds.assign(static_cast<std::size_t>(kBefore_s + kFrames / 50), {.picture = bytes, .capacity_kbps = 100});
  return run;
}

TEST(Latecki04Figures, ConvergenceIsReadOffTheRate) {
  const auto at = [](double s) { return Timestamp() + Duration::from_seconds(kBefore_s + s); };
  const std::vector<RateDecided> search{decided(Timestamp(), 40), decided(at(1), 80), decided(at(2), 80, false),
                                        decided(at(2.5), 60),     decided(at(4), 69), decided(at(5), 69, false),
                                        decided(at(5.5), 66),     decided(at(8), 70)};
  const RateFigures figures = figures_of(scenario(), searched(search, 0.95));
  ASSERT_TRUE(figures.convergence_s);
  EXPECT_DOUBLE_EQ(*figures.convergence_s, 4) << "60 is outside 63 to 77; the break after it is no rate";
  EXPECT_DOUBLE_EQ(figures.utilisation.value_or(0), 0.95);
  EXPECT_FALSE(figures_of(scenario(), searched(search, 0.85)).convergence_s) << "too little of the link is used";
}

/// Of a picture of 30 s, whose last third gives the final rate; 95 % of the link is used in each second.
RateFigures found_by(const std::vector<RateDecided>& after_begin, double use = 0.95) {
  RateScenario half_minute = scenario();
  half_minute.with_picture = Duration::seconds(30);
  std::vector<RateDecided> decisions{decided(Timestamp(), 40)};
  decisions.insert(decisions.end(), after_begin.begin(), after_begin.end());
  RateRun run = searched(std::move(decisions), use);
  run.seconds.resize(kBefore_s + 30, run.seconds.front());
  return figures_of(half_minute, run);
}

RateDecided rate(double s, double kbps) {
  return decided(Timestamp() + Duration::from_seconds(kBefore_s + s), kbps);
}

/// Whatever target it carries.
RateDecided pause(double s, double kbps = 70) {
  return decided(Timestamp() + Duration::from_seconds(kBefore_s + s), kbps, false);
}

TEST(Latecki04Convergence, IsTheEndOfTheSearch) {
  const RateFigures figures = found_by({rate(2, 80), rate(4, 60), rate(6, 70), rate(12, 68), rate(25, 71)});
  EXPECT_EQ(figures.convergence_s, 6);
  EXPECT_DOUBLE_EQ(figures.utilisation.value_or(0), 0.95);
}

TEST(Latecki04Convergence, AProbeInTheLastSecondChangesNothing) {
  EXPECT_EQ(found_by({rate(2, 80), rate(6, 70), rate(29.3, 80)}).convergence_s, 6) << "still tried at the end";
  EXPECT_EQ(found_by({rate(2, 80), rate(6, 70), rate(29.1, 80), rate(29.8, 70)}).convergence_s, 6) << "given up";
  EXPECT_EQ(found_by({rate(6, 70), rate(18, 58), rate(24, 70), rate(29.9, 80)}).convergence_s, 24)
      << "nor where the rate has only just been found again";
}

TEST(Latecki04Convergence, AProbeIsShortBesideTheTimeSinceTheRateWasFound) {
  EXPECT_EQ(found_by({rate(6, 70), rate(15, 80), rate(15.5, 70)}).convergence_s, 6);
  EXPECT_EQ(found_by({rate(1, 70), rate(2, 80), rate(2.5, 70)}).convergence_s, 2.5) << "the search goes on";
  EXPECT_EQ(found_by({rate(6, 70), rate(15, 80), rate(18, 70)}).convergence_s, 18) << "3 of 12 s";
  EXPECT_EQ(found_by({rate(6, 70), rate(10, 80), rate(10.4, 70), rate(11, 80), rate(11.4, 70)}).convergence_s, 11.4)
      << "the two together";
}

TEST(Latecki04Convergence, ARateThatWandersThroughTheLastThirdIsFoundLateOrNever) {
  EXPECT_EQ(found_by({rate(6, 70), rate(21, 91), rate(23, 70), rate(25, 49), rate(27, 70)}).convergence_s, 27);
  EXPECT_EQ(found_by({rate(6, 70), rate(24, 91)}).convergence_s, 24) << "91 is in force for more than half of it";
  const RateFigures never = found_by({rate(6, 70), rate(21, 91), rate(23, 70), rate(28, 91)});
  EXPECT_FALSE(never.convergence_s) << "outside at the end";
  EXPECT_DOUBLE_EQ(never.utilisation.value_or(0), 0.95) << "of the whole picture";
}

TEST(Latecki04Convergence, ABreakIsNoRate) {
  EXPECT_EQ(found_by({rate(6, 70), pause(20, 20), rate(26, 72)}).convergence_s, 6) << "whatever its target says";
  EXPECT_EQ(found_by({rate(6, 70), rate(24, 80), pause(24.8), rate(26, 70)}).convergence_s, 6) << "0.8 of 18.8 s";
  EXPECT_EQ(found_by({rate(6, 70), pause(8), rate(26, 90), rate(26.5, 70)}).convergence_s, 26.5) << "0.5 of 2.5 s";
  EXPECT_FALSE(found_by({rate(6, 70), pause(15)}).convergence_s) << "no rate in the last third";
}

TEST(Latecki04Convergence, ARateFarBelowTheLinkIsNone) {
  EXPECT_FALSE(found_by({rate(1, 30)}, 0.6).convergence_s);
  EXPECT_FALSE(found_by({rate(1, 40)}, 0.7).convergence_s) << "fixed";
}

TEST(Latecki04Figures, ARateThatIsHeldIsNoneThatWasFound) {
  const RateFigures figures = figures_of(scenario(), searched({decided(Timestamp(), 65)}, 0.94));
  EXPECT_FALSE(figures.convergence_s);
  EXPECT_DOUBLE_EQ(figures.utilisation.value_or(0), 0.94);
}

TEST(Latecki04Figures, PicturesThatWereLeftOutAreNoPackets) {
  RateRun run = run_of(scenario(), 150, kBase_ms);
  for (std::size_t i = 0; i < 300; ++i) {
    run.frames[i].bytes = 0;
    run.frames[i].delay.reset();
    run.frames[i].omitted = OmitReason::kTarget;
  }
  EXPECT_DOUBLE_EQ(figures_of(scenario(), run).packet_ms, 12);
}

}  // namespace
}  // namespace jitterscope::latecki04_figures_test
