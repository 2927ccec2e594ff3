#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/base/stats/line_fit.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/lab/claypool98/stream.h"
#include "core/lab/engine/cell_results.h"
#include "tests/unit/lab/engine/lab_trial.h"

namespace jitterscope::claypool98_test {
namespace {

using Points = std::vector<std::pair<double, double>>;

const Points kFive{{1, 2}, {2, 4}, {3, 5}, {4, 4}, {5, 5}};  // by hand: y = 2.2 + 0.6 x, residuals' sum of squares 2.4

TEST(LineFit, GivesSlopeBoundsAndCorrelation) {
  const auto fit = fit_line(kFive);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->slope, 0.6, 1e-12);
  EXPECT_NEAR(fit->intercept, 2.2, 1e-12);
  EXPECT_NEAR(*fit->correlation, 0.7745966692, 1e-9);
  EXPECT_NEAR(*fit->slope_error, 0.2828427125, 1e-9);
  EXPECT_NEAR(*fit->slope_estimate().half_width, 3.182446305 * 0.2828427125, 1e-8);  // t of 3 degrees of freedom
  EXPECT_NEAR(*fit->root(), -2.2 / 0.6, 1e-12);
}

TEST(LineFit, SaysWhatItCannotTell) {
  EXPECT_FALSE(fit_line({}));
  EXPECT_FALSE(fit_line(Points{{1, 1}, {1, 2}}));
  const auto two = fit_line(Points{{0, 1}, {2, 5}});
  ASSERT_TRUE(two);
  EXPECT_EQ(two->slope, 2);
  EXPECT_FALSE(two->slope_error);
  EXPECT_FALSE(two->slope_estimate().half_width);
  const auto flat = fit_line(Points{{0, 3}, {1, 3}, {2, 3}});
  EXPECT_FALSE(flat->correlation);
  EXPECT_FALSE(flat->root());
  EXPECT_EQ(*flat->slope_error, 0);
}

TEST(LineFit, DifferenceOfSlopesIsWelchs) {
  Points steeper = kFive;
  for (auto& [x, y] : steeper) y += 2 * x;
  const Estimate gap = slope_difference(*fit_line(steeper), *fit_line(kFive));
  EXPECT_NEAR(gap.mean, 2, 1e-12);
  EXPECT_NEAR(*gap.half_width, 2.446911851 * 0.4, 1e-8);  // equal errors: 6 degrees of freedom, error times √2
  EXPECT_FALSE(slope_difference(*fit_line(Points{{0, 1}, {2, 5}}), *fit_line(kFive)).half_width);
}

PacketArrived arrival(std::int64_t sequence, double received_ms, std::optional<double> kernel_ms) {
  PacketArrived packet{};
  packet.sequence = sequence;
  packet.received = Timestamp() + Duration::from_ms(received_ms);
  if (kernel_ms) packet.kernel = Timestamp() + Duration::from_ms(*kernel_ms);
  return packet;
}

TEST(StreamFigures, CountFromTheEndOfTheLeadIn) {
  const std::vector arrivals{arrival(0, 90, 1), arrival(1, 100, 99), arrival(2, 110, 108), arrival(4, 125, 122)};
  std::vector<Timestamp> sent;
  for (int i = 0; i < 5; ++i) sent.push_back(Timestamp() + Duration::ms(10 * i));
  const StreamFigures figures = stream_figures(arrivals, sent, 1);
  EXPECT_EQ(figures.sent, 4);
  EXPECT_EQ(figures.received, 3);
  EXPECT_NEAR(*figures.variance_ms2, 12.5, 1e-9);  // of 10 and 15
  EXPECT_NEAR(*figures.sent_variance_ms2, 0, 1e-9);
  EXPECT_NEAR(*figures.delay_p50_ms, 2, 1e-9);
  EXPECT_NEAR(*figures.delay_p99_ms, 2.98, 1e-9);
}

TEST(StreamFigures, NothingIsNoData) {
  const std::vector unstamped{arrival(3, 10, {})};
  const StreamFigures figures = stream_figures(unstamped, {}, 1);
  EXPECT_EQ(figures.sent, 0);
  EXPECT_EQ(figures.received, 1);
  EXPECT_FALSE(figures.variance_ms2);
  EXPECT_FALSE(figures.sent_variance_ms2);
  EXPECT_FALSE(figures.delay_p99_ms);
}

/// Variance of a class at a load, in ms²; runs scatter about it by up to 0.05 of itself and 0.005.
using Law = std::function<double(const std::string& of_class, double load, double competitors)>;

/// What a machine's processor, the first of which has a score of 100, makes of that variance.
using Power = std::function<double(double score, double load)>;

double as_in_figs_7_and_9(double score, double) {
  return 100 / score;
}

LabResult judged(const Law& variance, int machines = 1, std::map<std::string, std::string> settings = {},
                 const Power& power = as_in_figs_7_and_9) {
  LabDefinition lab = *find_lab("claypool98.priority");
  lab.lacks = {};
  settings.insert({"repetitions", "10"});
  std::string error;
  const auto run = prepared_run(lab, {.live = true, .settings = settings}, error);
  EXPECT_TRUE(run) << error;
  std::vector<DoneCell> done;
  for (int machine = 0; machine < machines; ++machine)
    for (const LabCell& cell : cells_of(lab.design(*run), run->seed)) {
      const double score = 100 * (1 + machine), load = cell.number("counters");
      const double law = variance(cell.level("class"), load, cell.number("realtime_competitors")) * power(score, load);
      const double side = (cell.repetition % 2 == 0 ? 1 : -1) * (0.01 * cell.repetition);
      CellFigures figures;
      figures.set("variance_ms2", law + side * (0.5 * law + 0.05));
      figures.set("delay_p99_ms", 0.05 + std::sqrt(law));
      figures.set("processor_score", score);
      done.push_back({cell, figures, machine});
    }
  const std::size_t designed = done.size();
  return judged_result(lab, *run, DoneCells(std::move(done), designed));
}

double as_the_paper(const std::string& of_class, double load, double competitors) {
  if (of_class == "real-time") return 0.01 + competitors;
  return of_class == "default" ? 0.5 + std::max(9 * (load - 0.5), 0.0) : std::max(load - 1.5, 0.0);
}

TEST(Claypool98Priority, FindsWhatThePaperFound) {
  const LabResult result = judged(as_the_paper);
  for (const Finding& one : result.findings) EXPECT_EQ(one.reproduced(), true) << one.id << " " << *one.measured;
  EXPECT_NEAR(*finding(result, "default.slope").measured, 9, 0.5);
  EXPECT_EQ(*finding(result, "default.correlation").paper, 0.98);
  EXPECT_NE(result.headline.find("Figures 7 and 9"), std::string::npos);
}

TEST(Claypool98Priority, FindsNothingWhereTheClassesAreAlike) {
  const LabResult result = judged([](const std::string&, double load, double) { return 9 * load; });
  EXPECT_EQ(finding(result, "default.slope").reproduced(), true);
  for (const char* id : {"nice.gentle", "realtime.slope", "realtime.delay"})
    EXPECT_EQ(finding(result, id).reproduced(), false) << id;
  for (const char* id : {"nice.below_default", "nice.crosses_later", "realtime.below_nice", "realtime.competitors"})
    EXPECT_NE(finding(result, id).reproduced(), true) << id;
}

TEST(Claypool98Priority, TheOppositeIsNotReproduced) {
  const LabResult result = judged([](const std::string& of_class, double load, double competitors) {
    const double falling = 60 - 9 * load;
    return of_class == "default" ? falling / 10 : of_class == "nice" ? falling : 9 * load + 10 - competitors;
  });
  for (const char* id :
       {"default.slope", "nice.slope", "realtime.below_nice", "default.correlation", "realtime.competitors"})
    EXPECT_EQ(finding(result, id).reproduced(), false) << id;
  const LabResult turned = judged([](const std::string& of_class, double load, double) {
    return of_class == "default" ? std::max(load - 1.5, 0.0) : std::max(9 * (load - 0.5), 0.0);
  });
  for (const char* id : {"nice.below_default", "nice.crosses_later"})
    EXPECT_EQ(finding(turned, id).reproduced(), false) << id;
}

TEST(Claypool98Priority, FourMachinesAreCompared) {
  const LabResult result = judged(as_the_paper, 4);
  EXPECT_EQ(finding(result, "machines.inverse_variance").reproduced(), true);
  EXPECT_EQ(result.plots.back().name, "machines");
  EXPECT_EQ(result.plots.back().layers[0].points.size(), 4u);
}

TEST(Claypool98Priority, SlopesFallWithPower) {
  EXPECT_EQ(finding(judged(as_the_paper, 4), "machines.slope").reproduced(), true);
  const Power turned = [](double score, double) { return score / 100; };
  EXPECT_EQ(finding(judged(as_the_paper, 4, {}, turned), "machines.slope").reproduced(), false);
}

TEST(Claypool98Priority, ARealtimeReceiverHasToRest) {
  EXPECT_EQ(why_no_rest({.picture = {}, .ms = 7.9}, Duration::ms(10)), "");
  EXPECT_NE(why_no_rest({.picture = {}, .ms = 8.1}, Duration::ms(10)).find("work-rows"), std::string::npos);
}

TEST(Claypool98Priority, Figure9IsOfALightLoad) {
  const Power light = [](double score, double load) { return load == 0 ? 100 / score : score / 100; };
  EXPECT_EQ(finding(judged(as_the_paper, 4, {}, light), "machines.inverse_variance").reproduced(), true);
  const Power heavy = [](double score, double load) { return load == 0 ? score / 100 : 100 / score; };
  EXPECT_EQ(finding(judged(as_the_paper, 4, {}, heavy), "machines.inverse_variance").reproduced(), false);
}

TEST(Claypool98Priority, TooLittleIsNotJudged) {
  const LabResult one_load = judged(as_the_paper, 1, {{"loads", "6"}});
  for (const Finding& one : one_load.findings) {
    if (one.id == "realtime.delay" || one.id == "realtime.competitors") continue;
    EXPECT_EQ(one.reproduced(), std::nullopt) << one.id;
    EXPECT_NE(one.statement.find("Not judged"), std::string::npos) << one.id;
  }
}

}  // namespace
}  // namespace jitterscope::claypool98_test
