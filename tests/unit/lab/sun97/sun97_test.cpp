#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/lab/sun97/simulation.h"
#include "tests/unit/lab/engine/lab_trial.h"

namespace jitterscope::sun97_test {
namespace {

Timestamp ms(std::int64_t value) {
  return Timestamp() + Duration::ms(value);
}

TEST(ShapingMeasures, CountsAsThePaperDoes) {
  std::vector<ShapingMeasures> stream{ShapingMeasures(Duration::ms(100))};
  ShapingMeasures& one = stream[0];
  for (int frame = 0; frame < 4; ++frame)
    for (int block = 0; block < 2; ++block) one.sent(frame, block, ms(100 * frame + 10 * block));
  one.arrived(0, 0, ms(5));
  one.arrived(0, 1, ms(15));
  one.arrived(0, 1, ms(16));   // a copy
  one.arrived(1, 0, ms(105));  // frame 1 is complete 101 ms after frame 0: late
  one.arrived(1, 1, ms(116));
  one.arrived(2, 1, ms(215));  // block 0 is missing
  one.arrived(3, 0, ms(305));  // no frame before: not late
  one.arrived(3, 1, ms(350));
  one.arrived(9, 0, ms(400));  // never sent: left out
  const ShapingFigures figures = figures_of(stream);
  EXPECT_DOUBLE_EQ(*figures.packet_loss, 1.0 / 8);
  EXPECT_DOUBLE_EQ(*figures.frame_loss, 1.0 / 4);
  EXPECT_DOUBLE_EQ(*figures.frame_error, 2.0 / 4);
  EXPECT_DOUBLE_EQ(*figures.duplicates, 1.0 / 8);
  EXPECT_DOUBLE_EQ(*figures.frame_delay_ms, (15 + 16 + 50) / 3.0);
  EXPECT_DOUBLE_EQ(*figures.packet_delay_ms, (5 + 5 + 5 + 6 + 5 + 5 + 40) / 7.0);
}

TEST(ShapingMeasures, NothingSentIsNoData) {
  const ShapingFigures figures = figures_of({ShapingMeasures(Duration::ms(100))});
  EXPECT_FALSE(figures.packet_loss);
  EXPECT_FALSE(figures.frame_loss);
  EXPECT_FALSE(figures.frame_delay_ms);
}

ShapingFigures cell(const char* strategy, double load, std::uint64_t seed = 1) {
  Sun97Cell one{.shaping = *ShapingSetting::parse(strategy), .frames = 300};
  one.model.background.kilobytes_per_second = load;
  return simulate(one, seed);
}

TEST(Sun97Simulation, AnIdleCableLosesNothingAndTakesTheScheduledTime) {
  for (const char* strategy : {"a", "3,60", "c"}) EXPECT_EQ(cell(strategy, 0).packet_loss, 0) << strategy;
  // C: 12 calls of 2.5 ms in the mean, the last packet's way over the cable.
  EXPECT_NEAR(*cell("c", 0).frame_delay_ms, 12 * 2.5 - 1.25 + 0.9, 1.5);
  // A: the last block's burst begins T_s (h − 1)/h after the first.
  EXPECT_NEAR(*cell("a", 0).frame_delay_ms, 150 * (1 - 0.1769) + 2.5 + 0.9, 2.5);
}

TEST(Sun97Simulation, UnderLoadALosesLessThanC) {
  EXPECT_LT(*cell("a", 900).packet_loss + 0.02, *cell("c", 900).packet_loss);
  EXPECT_LT(*cell("a", 900).frame_loss + 0.05, *cell("c", 900).frame_loss);
}

LabResult run(std::map<std::string, std::string> settings) {
  settings.insert({{"frames", "200"}, {"repetitions", "3"}, {"loads", "0,900"}});
  return result_of("sun97.shaping", {.settings = settings});
}

TEST(Sun97Shaping, JudgesItsFindings) {
  const LabResult result = run({});
  EXPECT_EQ(finding(result, "packet_loss.a_below_c").reproduced(), true);
  EXPECT_EQ(finding(result, "frame_loss.a_below_c").reproduced(), true);
  EXPECT_EQ(finding(result, "frame_delay.order").reproduced(), true);
  EXPECT_EQ(finding(result, "duplicates.a_below_c").reproduced(), std::nullopt);
  EXPECT_NEAR(*finding(result, "duplicates.a_below_c").paper, 0.25 - 0.05, 1e-9);
  EXPECT_EQ(result.tables[0].rows.size(), 8u);
  EXPECT_TRUE(result.machine.empty());
}

TEST(Sun97Shaping, WithoutHeavyLoadThereIsNothingToJudge) {
  const LabResult result = run({{"loads", "0"}});
  EXPECT_EQ(finding(result, "packet_loss.a_below_c").reproduced(), std::nullopt);
  EXPECT_EQ(finding(result, "packet_loss.a_below_c_everywhere").reproduced(), std::nullopt) << "nobody loses anything";
  EXPECT_NE(finding(result, "packet_loss.a_below_c").statement.find("Not judged"), std::string::npos);
}

TEST(Sun97Shaping, OneSeedOneText) {
  const auto text = [](const std::string& strategy, std::uint64_t seed = 1) {
    return to_json(
               result_of(
                   "sun97.shaping",
                   {.seed = seed,
                    .settings = {{"frames", "40"}, {"repetitions", "1"}, {"loads", "800"}, {"strategy", strategy}}}))
        .dump();
  };
  const auto first = text("2");
  EXPECT_EQ(text("2"), first);
  EXPECT_NE(text("6,15"), first);
  EXPECT_NE(text("2", 2), first);
}

}  // namespace
}  // namespace jitterscope::sun97_test
