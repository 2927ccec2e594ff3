#include <gtest/gtest.h>

#include <functional>

#include "core/base/stats/line_fit.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/lab/claypool98/priority_lab.h"
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

/// Variance of a class at a load, in ms²; runs scatter about it by ± 0.1 of itself and ± 0.01.
using Law = std::function<double(std::size_t of_class, double load)>;

Claypool98Table made(const Law& variance, std::vector<double> loads = {0, 1, 2, 3, 4, 5, 6}, int repetitions = 5) {
  Claypool98Table table{claypool98_classes(), loads, {}};
  for (std::size_t c = 0; c < 3; ++c) {
    auto& row = table.cells.emplace_back(loads.size());
    for (std::size_t load = 0; load < loads.size(); ++load)
      for (int i = 0; i < repetitions; ++i) {
        const double side = i % 2 == 0 ? 1 : -1, mean = variance(c, loads[load]);
        StreamFigures figures{200, 199, {}, {}, {}, {}};
        figures.variance_ms2 = mean + side * (0.1 * mean + 0.01);
        figures.sent_variance_ms2 = 0.001;
        figures.delay_p50_ms = 0.01;
        figures.delay_p99_ms = 0.05 + std::sqrt(mean);
        row[load].push_back(figures);
      }
  }
  return table;
}

double as_the_paper(std::size_t of_class, double load) {
  if (of_class == kRealtimeClass) return 0.01;
  return of_class == kDefaultClass ? std::max(9 * (load - 0.5), 0.0) : std::max(load - 1.5, 0.0);
}

TEST(Claypool98Priority, FindsWhatThePaperFound) {
  const auto all = claypool98_priority_findings(made(as_the_paper));
  for (const Finding& one : all) EXPECT_EQ(one.reproduced(), true) << one.id << " " << one.measured.value_or(-1);
  EXPECT_NEAR(*finding(all, "default.slope").measured, 9, 0.5);
  EXPECT_EQ(*finding(all, "default.correlation").paper, 0.98);
}

TEST(Claypool98Priority, FindsNothingWhereTheClassesAreAlike) {
  const auto all = claypool98_priority_findings(made([](std::size_t, double load) { return 9 * load; }));
  EXPECT_EQ(finding(all, "default.slope").reproduced(), true);
  for (const char* id : {"nice.below_default", "nice.gentle", "nice.crosses_later", "realtime.below_nice",
                         "realtime.slope", "realtime.delay"})
    EXPECT_EQ(finding(all, id).reproduced(), false) << id;
}

TEST(Claypool98Priority, AFlatDefaultClassIsNotReproduced) {
  const auto all = claypool98_priority_findings(made([](std::size_t, double) { return 1.0; }));
  EXPECT_EQ(finding(all, "default.slope").reproduced(), false);
  EXPECT_EQ(finding(all, "realtime.slope").reproduced(), std::nullopt) << "a share of nothing";
}

TEST(Claypool98Priority, TooLittleIsNotJudged) {
  const auto one_load = claypool98_priority_findings(made(as_the_paper, {6}));
  for (const Finding& one : one_load) {
    if (one.id == "realtime.delay") continue;
    EXPECT_EQ(one.reproduced(), std::nullopt) << one.id;
    EXPECT_NE(one.statement.find("Not judged"), std::string::npos) << one.id;
  }
  Claypool98Table lost = made(as_the_paper);
  for (auto& row : lost.cells)
    for (auto& cell : row)
      for (auto& run : cell) run = {};
  for (const Finding& one : claypool98_priority_findings(lost)) EXPECT_EQ(one.reproduced(), std::nullopt) << one.id;
}

TEST(Claypool98Priority, TablesHoldEveryCellAndRun) {
  const LabResult result = claypool98_priority_result(made(as_the_paper, {0, 6}, 3));
  ASSERT_EQ(result.tables.size(), 4u);
  EXPECT_EQ(result.tables[0].rows.size(), 3u * 2);
  EXPECT_EQ(result.tables[1].rows.size(), 3u);
  EXPECT_EQ(result.tables[2].rows.size(), 3u * 2 * 3);
  for (const LabTable& table : result.tables)
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.name;
  EXPECT_EQ(std::get<double>(result.tables[0].rows[1][9]), 3) << "lost packets of the cell";
  EXPECT_TRUE(std::holds_alternative<double>(result.tables[3].rows[0][1])) << "the paper's numbers";
}

}  // namespace
}  // namespace jitterscope::claypool98_test
