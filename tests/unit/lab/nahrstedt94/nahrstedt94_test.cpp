// nahrstedt94's labs without processes: statistics, the printed tables, and findings that can be true and false.
#include <gtest/gtest.h>

#include <cmath>

#include "core/lab/engine/published.h"
#include "core/lab/nahrstedt94/robotics_lab.h"
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
std::optional<BoxPlot> delays(double mean, double spread) {
  return box_plot({mean - spread, mean, mean, mean + spread});
}

/// Today's machine as the paper would have it: real-time is steady, load hurts, IPC ≤ TCP ≤ UDP.
TransportsTable good_table() {
  TransportsTable table;
  for (const int scenario : {1, 2, 3, 4})
    for (const Classes classes : kClasses)
      for (const std::string transport : kTransports) {
        const double mean = (transport == "IPC" ? 2 : transport == "TCP" ? 3 : 4) * scenario;
        const double spread = classes.display ? 0.1 : scenario;
        table.cells.push_back(
            {scenario, transport, classes, delays(mean, transport == "UDP" ? spread / 2 : spread), 18, 18, {}});
      }
  table.paused_ms = delays(2500, 1);
  return table;
}

/// What follows from the pauses alone is told and not judged.
std::optional<bool> true_of(const Finding& one, bool expected) {
  return one.id == "order.tcp_before_paused_udp" ? std::nullopt : std::optional(expected);
}

TEST(TransportsFindings, HoldWhereThePaperDoes) {
  const auto findings = transports_findings(good_table());
  for (const Finding& one : findings) EXPECT_EQ(one.reproduced(), true_of(one, true)) << one.id;
  EXPECT_DOUBLE_EQ(*finding(findings, "order.ipc_before_tcp").measured, 1.5);
  EXPECT_NEAR(*finding(findings, "os_share").measured, 2.0 / 3, 1e-12);
  EXPECT_DOUBLE_EQ(*finding(findings, "load.raises_delay").measured, 4);
  EXPECT_NEAR(*finding(findings, "realtime.display.IPC").measured, std::pow(2 * 3 * 4, 2.0 / 3) / 0.01, 1e-6);
  EXPECT_DOUBLE_EQ(*finding(findings, "rate.announced_beats_pause").measured, 4.0 / 3);
  EXPECT_DOUBLE_EQ(*finding(findings, "order.tcp_before_paused_udp").measured, 2500 / 3.0);
  EXPECT_NEAR(*finding(findings, "load.raises_delay").paper, 594.1346 / 126.9649, 1e-3);
  EXPECT_NEAR(*finding(findings, "order.tcp_before_paused_udp").paper, 2642.73 / 721.556, 1e-3);
  EXPECT_NEAR(*finding(findings, "os_share").paper, 185.0 / 215, 1e-3);
  EXPECT_FALSE(finding(findings, "rate.keeps_up").paper);
}

TEST(TransportsFindings, CanFail) {
  TransportsTable table = good_table();
  for (TransportCell& cell : table.cells) {
    cell.delay_ms = delays(cell.transport == "IPC"   ? 9
                           : cell.transport == "TCP" ? 3
                                                     : 12,
                           cell.transport == "UDP" ? 3 : 1);
    cell.displayed = 9;
  }
  for (const Finding& one : transports_findings(table))
    EXPECT_EQ(one.reproduced(), true_of(one, one.id == "os_share")) << one.id;
  for (TransportCell& cell : table.cells)
    if (cell.transport == "TCP") cell.delay_ms = delays(30, 1);
  EXPECT_EQ(finding(transports_findings(table), "os_share").reproduced(), false);
}

TEST(TransportsFindings, AreNotJudgedWithoutData) {
  for (const Finding& one : transports_findings({})) EXPECT_EQ(one.reproduced(), std::nullopt) << one.id;
  TransportsTable refused = good_table();
  refused.realtime_refused = "The system refused it.";
  for (TransportCell& cell : refused.cells)
    if (cell.classes.application || cell.classes.display) cell.delay_ms.reset();
  const auto findings = transports_findings(refused);
  const Finding& display = finding(findings, "realtime.display.TCP");
  EXPECT_EQ(display.reproduced(), std::nullopt);
  EXPECT_NE(display.statement.find("The system refused it."), std::string::npos);
  EXPECT_EQ(finding(findings, "order.ipc_before_tcp").reproduced(), true);
}

TEST(TransportsTables, HaveARowForEachCellBesideThePapers) {
  TransportsTable some = good_table();
  some.cells[0].delay_ms.reset();
  const LabResult result = transports_result(some);
  const LabTable& cells = result.tables[0];
  ASSERT_EQ(cells.rows.size(), 49u);
  for (const auto& row : cells.rows) EXPECT_EQ(row.size(), cells.columns.size());
  const auto field = [&](std::size_t row, const std::string& column) {
    const auto at = std::find(cells.columns.begin(), cells.columns.end(), column) - cells.columns.begin();
    return cells.rows[row].at(static_cast<std::size_t>(at));
  };
  EXPECT_EQ(field(0, "mean_ms"), TableField());
  EXPECT_EQ(field(0, "paper_mean_ms"), TableField(126.9649));
  EXPECT_EQ(field(1, "mean_ms"), TableField(3.0));
  EXPECT_EQ(field(1, "paper_variance/mean_%"), TableField(73.724));
  EXPECT_EQ(field(48, "transport"), TableField("UDP, pause 75 ms"));
  EXPECT_EQ(field(48, "paper_mean_ms"), TableField(2642.73));
  EXPECT_EQ(result.tables[1].rows.size(), 48u);
  for (const LabSeries& series : result.series) EXPECT_FALSE(series.points.empty()) << series.name;
}

RoboticsTable robots(double one, double two, double two_realtime) {
  return {{{true, false, {one, one, one}, 15, 3},
           {false, false, {0.01, 0.01, two}, 15, 3},
           {true, true, {}, 0, 0},
           {false, true, {two_realtime, two_realtime}, 15, 2}},
          {}};
}

TEST(RoboticsFindings, HoldFailOrAreNotJudged) {
  const LabResult good = robotics_result(robots(0.1, 4, 0.1));
  EXPECT_EQ(finding(good.findings, "one_process_steady").reproduced(), true);
  EXPECT_EQ(finding(good.findings, "realtime_two_as_good").reproduced(), true);
  ASSERT_EQ(good.tables[0].rows.size(), 4u);
  for (const auto& row : good.tables[0].rows) EXPECT_EQ(row.size(), good.tables[0].columns.size());
  const LabResult bad = robotics_result(robots(4, 4, 8));
  EXPECT_EQ(finding(bad.findings, "one_process_steady").reproduced(), false);
  EXPECT_EQ(finding(bad.findings, "realtime_two_as_good").reproduced(), false);
  RoboticsTable refused = robots(0.1, 4, 0.1);
  refused.cases[3].late_ms.clear();
  refused.realtime_refused = "The system refused it.";
  const LabResult part = robotics_result(refused);
  EXPECT_EQ(finding(part.findings, "realtime_two_as_good").reproduced(), std::nullopt);
  EXPECT_NE(finding(part.findings, "realtime_two_as_good").statement.find("refused it."), std::string::npos);
}

TEST(LabProcess, EndsWithAFaultWhenItsTaskIsNone) {
  EXPECT_EQ(run_lab_process("nonsense"), 2);
  EXPECT_EQ(run_lab_process("[]"), 2);
  EXPECT_EQ(run_lab_process("{}"), 2);
}

}  // namespace
}  // namespace jitterscope::nahrstedt94_test
