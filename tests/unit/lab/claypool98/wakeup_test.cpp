#include <gtest/gtest.h>

#include "core/lab/claypool98/wakeup_lab.h"
#include "tests/unit/lab/engine/lab_trial.h"

namespace jitterscope::claypool98_wakeup_test {
namespace {

// cyclictest 2.40 -q -h 6, shortened; 61 and 70 µs lay beyond the histogram.
constexpr std::string_view kOutput =
    "# /dev/cpu_dma_latency set to 0us\n"
    "# Histogram\n"
    "000000 000000\n"
    "000003 000002\n"
    "000005 000001\n"
    "# Total: 000000005\n"
    "# Min Latencies: 00003\n"
    "# Avg Latencies: 00028\n"
    "# Max Latencies: 00070\n"
    "# Histogram Overflows: 00002\n"
    "# Histogram Overflow at cycle number:\n"
    "# Thread 0: 00001 00004\n\n";

TEST(Cyclictest, ReadsItsHistogram) {
  const auto run = parse_cyclictest(kOutput);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->latencies_us, (std::vector<double>{3, 3, 5, 70, 70}));
}

TEST(Cyclictest, RefusesWhatIsNone) {
  EXPECT_FALSE(parse_cyclictest(""));
  EXPECT_FALSE(parse_cyclictest("Unable to change scheduling policy!\nprobably missing capabilities\n"));
  EXPECT_FALSE(parse_cyclictest("# Histogram\n000000 000000\n"));
  EXPECT_FALSE(parse_cyclictest("000001 99999999999\n")) << "more than can be";
  EXPECT_FALSE(parse_cyclictest("000001 18446744073709551615\n000001 2\n"));
}

WakeupRun run_of(double p50, double longest) {
  WakeupRun run{std::vector<double>(95, p50)};
  run.latencies_us.insert(run.latencies_us.end(), 6, longest);  // p99 = longest
  return run;
}

WakeupTable made(double ours, double theirs) {
  WakeupTable table;
  for (const double counters : {0.0, 2.0})
    for (const bool realtime : {true, false}) {
      WakeupCell cell{counters, realtime, {}};
      for (int i = 0; i < 3; ++i) {
        const double stall = i == 1 ? 9000 : 0;  // one repetition of three met one
        cell.runs[kOurs].push_back(run_of(10, (realtime ? ours : 3000) + stall));
        cell.runs[kCyclictest].push_back(run_of(10, realtime ? theirs : 3000));
      }
      table.cells.push_back(cell);
    }
  return table;
}

TEST(Claypool98Wakeup, JudgesMedians) {
  const auto all = claypool98_wakeup_findings(made(60, 50));
  for (const Finding& one : all) EXPECT_EQ(one.reproduced(), true) << one.id;
  EXPECT_NEAR(*finding(all, "loaded.beside_cyclictest").measured, 1.2, 1e-9);
  EXPECT_NEAR(*finding(all, "loaded.realtime_helps").measured, 50, 1e-9);
}

TEST(Claypool98Wakeup, ALateThreadIsNotReproduced) {
  const auto all = claypool98_wakeup_findings(made(2000, 50));
  for (const Finding& one : all) EXPECT_EQ(one.reproduced(), false) << one.id;
}

TEST(Claypool98Wakeup, WithoutCyclictestThereIsNothingToCompare) {
  WakeupTable table = made(60, 50);
  for (WakeupCell& cell : table.cells) cell.runs[kCyclictest].clear();
  table.why_no_cyclictest = "It is in the package rt-tests.";
  const auto all = claypool98_wakeup_findings(table);
  const Finding& compared = finding(all, "idle.beside_cyclictest");
  EXPECT_EQ(compared.reproduced(), std::nullopt);
  EXPECT_NE(compared.statement.find("rt-tests"), std::string::npos);
  EXPECT_EQ(finding(all, "loaded.realtime_helps").reproduced(), true);
}

TEST(Claypool98Wakeup, TablesHoldEveryCellAndRun) {
  const LabResult result = claypool98_wakeup_result(made(60, 50));
  EXPECT_EQ(result.tables[0].rows.size(), 4u * 2);
  EXPECT_EQ(result.tables[1].rows.size(), 4u * 2 * 3);
  for (const LabTable& table : result.tables)
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.name;
  EXPECT_EQ(std::get<double>(result.tables[0].rows[0][5]), 60) << "median p99";
  EXPECT_EQ(std::get<double>(result.tables[0].rows[0][6]), 60) << "median of the longest";
}

}  // namespace
}  // namespace jitterscope::claypool98_wakeup_test
