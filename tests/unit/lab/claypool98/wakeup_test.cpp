#include <gtest/gtest.h>

#include "core/lab/claypool98/wakeup_lab.h"
#include "tests/unit/lab/engine/lab_trial.h"

namespace jitterscope::claypool98_wakeup_test {
namespace {

using claypool98::parse_cyclictest;

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
  EXPECT_EQ(*run, (std::vector<double>{3, 3, 5, 70, 70}));
}

TEST(Cyclictest, RefusesWhatIsNone) {
  EXPECT_FALSE(parse_cyclictest(""));
  EXPECT_FALSE(parse_cyclictest("Unable to change scheduling policy!\nprobably missing capabilities\n"));
  EXPECT_FALSE(parse_cyclictest("# Histogram\n000000 000000\n"));
  EXPECT_FALSE(parse_cyclictest("000001 99999999999\n")) << "more than can be";
  EXPECT_FALSE(parse_cyclictest("000001 18446744073709551615\n000001 2\n"));
}

LabResult judged(double ours, double theirs, bool with_cyclictest = true) {
  return judged_cells(
      "claypool98.wakeup", {.live = true, .settings = {{"repetitions", "9"}}}, [=](const LabCell& cell) {
        const bool realtime = cell.level("class") == "real-time", own = cell.level("program") == "jitterscope";
        CellFigures figures;
        if (!own && !with_cyclictest) {
          figures.words["why_no_cyclictest"] = "It is in the package rt-tests.";
          return figures;
        }
        const double p99 = (realtime ? (own ? ours : theirs) : 3000) * (1 + 0.01 * cell.repetition);
        for (const char* name : {"p50_us", "p99_us", "max_us"}) figures.set(name, p99);
        figures.samples["latencies_us"] = {10, p99};
        return figures;
      });
}

TEST(Claypool98Wakeup, EachFindingCanHoldAndCanFail) {
  const LabResult good = judged(60, 50), bad = judged(2000, 50);
  for (const Finding& one : good.findings) EXPECT_EQ(one.reproduced(), true) << one.id;
  for (const Finding& one : bad.findings) EXPECT_EQ(one.reproduced(), false) << one.id;
  EXPECT_NEAR(*finding(good, "loaded.beside_cyclictest").measured, 1.2, 1e-9);
  EXPECT_NEAR(*finding(good, "loaded.realtime_helps").measured, 50, 1e-9);
  EXPECT_EQ(good.tables[0].rows.size(), 8u);
  for (const Finding& one : good.findings) EXPECT_NE(one.test.find("logarithms"), std::string::npos) << one.id;
}

TEST(Claypool98Wakeup, WithoutCyclictestThereIsNothingToCompare) {
  const LabResult result = judged(60, 50, false);
  const Finding& compared = finding(result, "idle.beside_cyclictest");
  EXPECT_EQ(compared.reproduced(), std::nullopt);
  EXPECT_NE(compared.statement.find("rt-tests"), std::string::npos);
  EXPECT_EQ(finding(result, "loaded.realtime_helps").reproduced(), true);
}

}  // namespace
}  // namespace jitterscope::claypool98_wakeup_test
