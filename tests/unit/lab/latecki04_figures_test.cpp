#include <gtest/gtest.h>

#include "core/lab/latecki04_simulation.h"

namespace jitterscope {
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
}  // namespace jitterscope
