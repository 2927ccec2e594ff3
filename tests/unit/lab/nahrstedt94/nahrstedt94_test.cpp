// nahrstedt94's labs without processes: statistics, the printed tables, and findings that can be true and false.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/lab/engine/published.h"
#include "core/lab/nahrstedt94/roles.h"
#include "core/lab/nahrstedt94/screen.h"
#include "core/lab/nahrstedt94/transports_lab.h"
#include "tests/unit/lab/engine/lab_trial.h"

namespace jitterscope::nahrstedt94_test {
namespace {

using namespace nahrstedt94;

TEST(BoxPlot, IsThePapersFootnote) {
  const auto box = box_plot({5, 1, 2, 3, 4, 100, 6, 7, -50});
  ASSERT_TRUE(box);
  EXPECT_EQ(box->n, 9);
  EXPECT_NEAR(box->mean, 78.0 / 9, 1e-12);
  EXPECT_EQ(box->low_quartile, 2);
  EXPECT_EQ(box->median, 4);
  EXPECT_EQ(box->high_quartile, 6);
  EXPECT_EQ(box->low_whisker, 1);  // 2 − 6 = −4 is the reach; the nearest value within it
  EXPECT_EQ(box->high_whisker, 7);
  EXPECT_EQ(box->outliers, (std::vector<double>{-50, 100}));
  EXPECT_DOUBLE_EQ(*box_plot({1, 2, 3, 4})->variance, 5.0 / 3);
  EXPECT_DOUBLE_EQ(box_plot({1, 2, 3, 4})->low_quartile, 1.75);
}

TEST(BoxPlot, SaysNoMoreThanItKnows) {
  EXPECT_FALSE(box_plot({}));
  const auto one = box_plot({3});
  EXPECT_FALSE(one->variance);
  EXPECT_EQ(one->median, 3);
  EXPECT_EQ(one->low_whisker, 3);
  EXPECT_TRUE(one->outliers.empty());
}

TEST(PublishedTables, HoldAll48CellsAndTheirRatiosFit) {
  const auto table = published_table("nahrstedt94.tables");
  EXPECT_EQ(table.rows.size(), 48u);
  int misprints = 0;
  for (const int scenario : {1, 2, 3, 4})
    for (const char* transport : kTransports)
      for (const Classes classes : kClasses) {
        const auto cell = published_cell(scenario, transport, classes);
        ASSERT_TRUE(cell);
        misprints += std::abs(100 * cell->variance / cell->mean - cell->ratio) > 0.011;
      }
  EXPECT_EQ(misprints, 1);  // noted beside it: Table 1, TCP, NRT and NRT
  EXPECT_EQ(published_cell(4, "TCP", {true, false})->mean, 1486.067);
  EXPECT_EQ(published_cell(3, "IPC", {true, true})->variance, 0.0201);
  EXPECT_FALSE(published_cell(5, "TCP", {}));
}

TEST(Screen, ShowsAFrameTwiceAsLarge) {
  Screen screen;
  std::vector<std::byte> frame(kFrameBytes);
  frame[0] = std::byte(10), frame[1] = std::byte(20), frame[kWidth] = std::byte(30);
  screen.paint(frame);
  const auto red = [&](std::size_t x, std::size_t y) { return screen.pixels()[y * 2 * kWidth + x] >> 16; };
  EXPECT_EQ(screen.pixels().size(), 4 * kFrameBytes);
  EXPECT_EQ(red(0, 0), 10u);
  EXPECT_EQ(red(1, 0), 15u);
  EXPECT_EQ(red(2, 0), 20u);
  EXPECT_EQ(red(0, 1), 20u);
  EXPECT_EQ(red(1, 1), 15u);  // of 10, 20, 30, 0
  EXPECT_EQ(red(2 * kWidth - 1, 2 * kHeight - 1), 0u);
  screen.paint(std::vector<std::byte>(1, std::byte(99)));  // cut short: the rest stays
  EXPECT_EQ(red(0, 0), 99u);
  EXPECT_EQ(red(2, 0), 20u);
}

/// Delays around `mean` with a deviation of about `spread`.
/// Median and mean, variance.
using Rule =
    std::function<std::pair<double, double>(int scenario, const std::string& transport, const std::string& classes)>;

LabResult judged(const Rule& rule, double displayed = 10) {
  return judged_cells(
      "nahrstedt94.transports", {.live = true, .settings = {{"repetitions", "9"}}}, [&](const LabCell& cell) {
        const auto [delay, variance] =
            rule(static_cast<int>(cell.number("scenario")), cell.level("transport"), cell.level("application/display"));
        const double noise = 1 + 0.001 * cell.repetition;
        CellFigures figures;
        figures.set("mean_ms", delay * noise);
        figures.set("median_ms", delay * noise);
        figures.set("variance_ms2", variance * noise);
        figures.set("sent", 10);
        figures.set("displayed", displayed);
        figures.samples["delay_ms"] = {delay, delay + 1, delay + 2};
        return figures;
      });
}

std::pair<double, double> as_hoped(int scenario, const std::string& transport, const std::string& classes) {
  const double base = transport == "IPC" ? 2 : transport == "TCP" ? 3 : transport == "UDP" ? 4 : 2500;
  const double load = scenario == 1 ? 1 : classes.ends_with("/RT") ? 2 : 8;
  return {base * load, (transport == "UDP" ? 0.5 : 1) * load * load};
}

TEST(TransportsJudge, EachFindingCanHoldAndCanFail) {
  for (const Finding& one : judged(as_hoped).findings) {
    if (one.kind == FindingKind::kFinding) { EXPECT_EQ(one.reproduced(), true) << one.id; }
  }
  const LabResult turned = judged(
      [](int scenario, const std::string& transport, const std::string& classes) -> std::pair<double, double> {
        const double base = transport == "IPC" ? 30 : transport == "TCP" ? 3 : 40;
        const bool realtime = classes.find("/RT") != std::string::npos;
        return {base / scenario, (transport == "UDP" ? 5 : 1) * (realtime ? 9 : 1)};
      },
      5);
  for (const Finding& one : turned.findings) {
    if (one.kind == FindingKind::kFinding && one.id != "os_share") { EXPECT_EQ(one.reproduced(), false) << one.id; }
  }
  const LabResult quick =
      judged([](int, const std::string& transport, const std::string&) -> std::pair<double, double> {
        return {transport == "IPC" ? 1 : 10, 1};
      });
  EXPECT_EQ(finding(quick, "os_share").reproduced(), false);
}

/// Ratios of variances scatter over orders of magnitude: as often a tenth as ten times is alike, though their mean
/// is 5.
TEST(TransportsJudge, AsOftenATenthAsTenTimesIsNoEffect) {
  const LabResult result = judged_cells(
      "nahrstedt94.transports", {.live = true, .settings = {{"repetitions", "10"}}}, [](const LabCell& cell) {
        const bool realtime = cell.level("application/display").ends_with("/RT");
        CellFigures figures;
        figures.set("variance_ms2", realtime ? 1 : cell.repetition % 2 == 0 ? 10 : 0.1);
        return figures;
      });
  const Finding& alike = finding(result, "realtime.display.IPC");
  EXPECT_NEAR(*alike.measured, 1, 1e-9);
  ASSERT_TRUE(alike.interval);
  EXPECT_NEAR(alike.interval->first * alike.interval->second, 1, 1e-9) << "it is as wide both ways, in times";
  EXPECT_EQ(alike.reproduced(), std::nullopt);
}

TEST(TransportsJudge, EachCriterionIsThePapersOrIsCalledOurs) {
  for (const Finding& one : judged(as_hoped).findings) {
    const bool papers = one.reason.find("§") != std::string::npos || one.reason.find("Table") != std::string::npos ||
                        one.reason.find("Fig.") != std::string::npos;
    EXPECT_TRUE(papers || one.reason.starts_with("Ours") || one.kind == FindingKind::kConsistency)
        << one.id << ": " << one.reason;
    const bool papers_is_the_bound = one.id == "rate.announced_beats_pause";
    if (one.paper && !papers_is_the_bound && !one.criterion.holds(*one.paper)) {
      EXPECT_TRUE(one.reason.starts_with("Ours")) << one.id << " has " << *one.paper;
    }
  }
  EXPECT_TRUE(finding(judged(as_hoped), "os_share").reason.starts_with("Ours")) << "Table 1 has 0.18";
}

TEST(TransportsJudge, ThePapersOwnRatiosStandBeside) {
  const LabResult result = judged(as_hoped);
  EXPECT_EQ(finding(result, "order.tcp_before_paused_udp").kind, FindingKind::kConsistency);
  EXPECT_GT(*finding(result, "order.ipc_before_tcp").paper, 1);
  EXPECT_EQ(result.tables[0].rows.size(), 49u) << "48 cells and the paused one";
  for (const auto& row : result.tables[0].rows) EXPECT_EQ(row.size(), result.tables[0].columns.size());
  EXPECT_EQ(result.plots.size(), 6u) << "boxes and load of each transport";
  const LabPlot& load = result.plots[3];
  ASSERT_EQ(load.layers.size(), 3u);
  EXPECT_DOUBLE_EQ(load.layers[0].points[0].y, 1) << "scenario 1 is the measure";
  EXPECT_NEAR(load.layers[0].points[3].y, 8, 1e-9);
  EXPECT_TRUE(load.layers[2].printed);
  EXPECT_NEAR(load.layers[2].points[3].y, 594.1346 / 126.9649, 1e-9);
}

TEST(TransportsLab, RefusesPausesThatOutlastThePatienceWithACell) {
  const auto refusal = [](const char* frames, const char* ms) {
    std::string error;
    prepared_run(*find_lab("nahrstedt94.transports"),
                 {.live = true, .settings = {{"pause-frames", frames}, {"pause-ms", ms}}}, error);
    return error;
  };
  EXPECT_EQ(refusal("3", "1000"), "");
  EXPECT_EQ(refusal("30", "75"), "");
  EXPECT_NE(refusal("100", "75").find("pause-frames"), std::string::npos) << "267 s";
}

LabResult robots(double one, double two, double two_realtime) {
  return judged_cells("nahrstedt94.robotics", {.live = true, .settings = {{"repetitions", "9"}}},
                      [=](const LabCell& cell) {
                        const bool single = cell.level("sender") == "one process";
                        const double late = single ? one : cell.level("class") == "normal" ? two : two_realtime;
                        CellFigures figures;
                        figures.set("p99_ms", late * (1 + 0.001 * cell.repetition));
                        figures.samples["late_ms"] = {late, 2 * late};
                        return figures;
                      });
}

TEST(RoboticsJudge, EachFindingCanHoldAndCanFail) {
  for (const Finding& one : robots(0.1, 3, 0.1).findings) EXPECT_EQ(one.reproduced(), true) << one.id;
  for (const Finding& one : robots(0.1, 0.1, 3).findings) EXPECT_EQ(one.reproduced(), false) << one.id;
  EXPECT_EQ(robots(0.1, 3, 0.1).tables[0].rows.size(), 4u);
}

TEST(RoboticsJudge, DrawsTheLatestTimers) {
  const LabResult result =
      judged_cells("nahrstedt94.robotics", {.live = true, .settings = {{"repetitions", "1"}}}, [](const LabCell&) {
        CellFigures figures;
        for (int i = 0; i < 100; ++i) figures.samples["late_ms"].push_back(i);
        return figures;
      });
  const auto& points = result.plots[0].layers[0].points;
  ASSERT_EQ(points.size(), 5u);
  EXPECT_EQ(points.front().x, 95);
  EXPECT_DOUBLE_EQ(points.front().y, 4) << "96, 97, 98 and 99 are later than 95";
  EXPECT_EQ(points.back().x, 99);
  EXPECT_EQ(points.back().y, 0);
}

TEST(LabProcess, EndsWithAFaultWhenItsTaskIsNone) {
  EXPECT_EQ(run_lab_process("nonsense"), 2);
  EXPECT_EQ(run_lab_process("[]"), 2);
  EXPECT_EQ(run_lab_process("{}"), 2);
}

}  // namespace
}  // namespace jitterscope::nahrstedt94_test
