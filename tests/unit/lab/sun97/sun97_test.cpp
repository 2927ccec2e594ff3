#include <gtest/gtest.h>

#include <functional>

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

TEST(Sun97Simulation, MoreStationsOfferMore) {
  Sun97Cell three{.shaping = *ShapingSetting::parse("c"), .frames = 300}, five = three, two = three;
  for (Sun97Cell* one : {&three, &five, &two}) one->model.background.kilobytes_per_second = 600;
  five.model.members = 5;
  two.model.conferences = 2;
  EXPECT_GT(offered_mbps(five), offered_mbps(two));
  EXPECT_GT(offered_mbps(two), offered_mbps(three));
  EXPECT_GT(*simulate(five, 1).packet_loss, *simulate(three, 1).packet_loss + 0.005);
}

/// Cells that lose so many percent of their packets and frames, with a little noise, and have such delays.
struct MadeUp {
  double loss = 0, frame_delay_ms = 0, deviation_ms = 0, packet_delay_ms = 0;
};
using Rule = std::function<MadeUp(const std::string& strategy, double load)>;

LabResult judged(const Rule& rule, bool live = false) {
  const LabDefinition* lab = find_lab("sun97.shaping");
  std::string error;
  const auto run = prepared_run(*lab, {.live = live, .settings = {{"live-repetitions", "10"}}}, error);
  EXPECT_TRUE(run) << error;
  std::vector<DoneCell> done;
  for (const LabCell& cell : cells_of(lab->design(*run), run->seed)) {
    const MadeUp made = rule(cell.level("strategy"), cell.number("background_kbytes_per_second"));
    const double noise = 0.01 * cell.repetition;
    CellFigures figures;
    figures.set("packet_loss_percent", made.loss + noise * made.loss);
    figures.set("frame_loss_percent", 3 * made.loss + noise * made.loss);
    figures.set("frame_delay_ms", made.frame_delay_ms + noise);
    figures.set("frame_delay_stddev_ms", made.deviation_ms + noise);
    figures.set("packet_delay_ms", made.packet_delay_ms + noise);
    figures.set("network_mbps", 2 + cell.number("background_kbytes_per_second") / 100);
    const bool audio_first = live && cell.level("queue_order") == "relay-audio-first";
    figures.set("audio_loss_percent", audio_first ? 0 : made.loss);
    done.push_back({cell, figures});
  }
  const std::size_t designed = done.size();
  return judged_result(*lab, *run, DoneCells(std::move(done), designed));
}

/// As the paper has it.
MadeUp as_printed(const std::string& strategy, double load) {
  const double heavy = load >= 800 ? 10 : load >= 400 ? 2 : 0;
  if (strategy == "A") return {heavy / 10, 150, 2, load >= 800 ? 5.0 : 1.0};
  if (strategy == "B") return {load >= 800 ? heavy : heavy / 4, 75, 2, load >= 800 ? 5.0 : 1.0};
  return {heavy, 30, 8, load >= 800 ? 9.0 : 3.0};
}

std::optional<bool> verdict(const LabResult& result, const std::string& id) {
  return finding(result, id).reproduced();
}

TEST(Sun97Judge, FindsWhatThePaperFound) {
  const LabResult result = judged(as_printed);
  for (const char* id :
       {"packet_loss.a_below_c", "packet_loss.b_modest", "packet_loss.b_like_c_heavy", "frame_loss.a_below_c",
        "frame_loss.b_modest", "frame_loss.b_like_c_heavy", "packet_loss.b_between", "frame_loss.b_between",
        "frame_delay.a_constant", "frame_delay_deviation.a_below_c", "packet_delay.c_highest",
        "packet_delay.flat_below_8_mbps", "packet_delay.rises_from_8_mbps"})
    EXPECT_EQ(verdict(result, id), true) << id;
  EXPECT_EQ(finding(result, "frame_delay.a").kind, FindingKind::kConsistency);
  EXPECT_EQ(finding(result, "frame_delay.c").kind, FindingKind::kCalibrated);
  EXPECT_EQ(verdict(result, "duplicates.a_below_c"), std::nullopt);
  EXPECT_NEAR(*finding(result, "duplicates.a_below_c").paper, 0.25 - 0.05, 1e-9);
}

TEST(Sun97Judge, EachFindingHasItsFalseCase) {
  const LabResult alike = judged([](const std::string&, double load) -> MadeUp {
    return {5, 150 + load / 5, 2, 1 + load / 500};
  });
  for (const char* id : {"packet_loss.a_below_c", "packet_loss.b_modest", "frame_loss.a_below_c", "frame_loss.b_modest",
                         "frame_delay.a_constant", "frame_delay_deviation.a_below_c", "frame_delay_deviation.b_below_c",
                         "packet_delay.c_highest", "packet_delay.flat_below_8_mbps", "packet_loss.more_participants",
                         "packet_loss.more_conferences"})
    EXPECT_EQ(verdict(alike, id), false) << id;
  const LabResult b_like_a = judged([](const std::string& strategy, double load) -> MadeUp {
    MadeUp made = as_printed(strategy == "B" ? "A" : strategy, load);
    made.packet_delay_ms = 1;
    return made;
  });
  for (const char* id : {"packet_loss.b_like_c_heavy", "frame_loss.b_like_c_heavy", "packet_delay.rises_from_8_mbps"})
    EXPECT_EQ(verdict(b_like_a, id), false) << id;
  const LabResult nothing_lost = judged([](const std::string&, double) -> MadeUp { return {}; }, true);
  EXPECT_EQ(verdict(nothing_lost, "audio_first.saves_sound"), false);
}

TEST(Sun97Judge, BThatLosesMoreThanCIsNotBetween) {
  const LabResult result = judged([](const std::string& strategy, double load) -> MadeUp {
    MadeUp made = as_printed(strategy, load);
    if (strategy == "B") made.loss *= 2;
    return made;
  });
  for (const char* id : {"packet_loss.b_between", "frame_loss.b_between"}) EXPECT_EQ(verdict(result, id), false) << id;
}

TEST(Sun97Judge, LiveSoundIsSavedByAQueueThatServesItFirst) {
  EXPECT_EQ(verdict(judged(as_printed, true), "audio_first.saves_sound"), true);
}

LabResult run(std::map<std::string, std::string> settings) {
  settings.insert({{"frames", "30"}, {"repetitions", "9"}, {"loads", "900"}});
  return result_of("sun97.shaping", {.settings = settings});
}

TEST(Sun97Shaping, TheModelLosesLessWhenSpacedOut) {
  const LabResult result = run({});
  EXPECT_EQ(verdict(result, "packet_loss.a_below_c"), true);
  EXPECT_EQ(verdict(result, "frame_loss.a_below_c"), true);
  EXPECT_TRUE(result.machine.empty());
  const LabResult shared = run({{"queue", "20"}});
  EXPECT_NE(verdict(shared, "packet_loss.a_below_c"), true) << "with a long queue the lead is gone";
}

TEST(Sun97Shaping, WithoutHeavyLoadThereIsNothingToJudge) {
  const LabResult result = run({{"loads", "0"}, {"repetitions", "2"}});
  EXPECT_EQ(verdict(result, "packet_loss.a_below_c"), std::nullopt);
  EXPECT_NE(finding(result, "packet_loss.a_below_c").statement.find("Not judged"), std::string::npos);
}

}  // namespace
}  // namespace jitterscope::sun97_test
