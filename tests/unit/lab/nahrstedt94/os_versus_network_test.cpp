#include <gtest/gtest.h>

#include <functional>

#include "tests/unit/lab/engine/lab_trial.h"

namespace jitterscope::os_versus_network_test {
namespace {

LabResult judged(const std::function<double(const std::string& rate)>& share) {
  return judged_cells("nahrstedt94.os-versus-network", {.live = true, .settings = {{"repetitions", "9"}}},
                      [&](const LabCell& cell) {
                        CellFigures figures;
                        const double os = share(cell.level("link_mbps")) + 0.001 * cell.repetition;
                        figures.set("video.os_share", os);
                        figures.set("video.network_share", 1 - os);
                        figures.set("audio.os_share", os);
                        return figures;
                      });
}

double as_the_paper(const std::string& rate) {
  return rate == "none" ? 0.9 : rate == "1000" ? 0.8 : rate == "100" ? 0.6 : rate == "30" ? 0.4 : 0.1;
}

TEST(OsVersusNetwork, EachFindingCanHoldAndCanFail) {
  const LabResult result = judged(as_the_paper);
  EXPECT_EQ(finding(result, "os_above_network_without_link").reproduced(), true);
  EXPECT_EQ(finding(result, "os_share_falls_with_the_rate").reproduced(), true);
  const double equal = *finding(result, "equal_at_mbps").measured;
  EXPECT_GT(equal, 30);
  EXPECT_LT(equal, 100);
  const LabResult never = judged([](const std::string&) { return 0.1; });
  EXPECT_EQ(finding(never, "os_above_network_without_link").reproduced(), false);
  EXPECT_EQ(finding(never, "os_share_falls_with_the_rate").reproduced(), false);
  EXPECT_FALSE(finding(never, "equal_at_mbps").measured);
  EXPECT_EQ(result.tables[0].rows.size(), 14u) << "seven levels of two media";
  for (const auto& row : result.tables[0].rows) EXPECT_EQ(row.size(), result.tables[0].columns.size());
}

TEST(OsVersusNetwork, OneRateSaysNothingOfAFall) {
  const LabResult result =
      judged_cells("nahrstedt94.os-versus-network", {.live = true, .settings = {{"rates", "10"}}}, [](const LabCell&) {
        CellFigures figures;
        figures.set("video.os_share", 0.5);
        return figures;
      });
  EXPECT_EQ(finding(result, "os_share_falls_with_the_rate").reproduced(), std::nullopt);
  EXPECT_FALSE(finding(result, "os_share_falls_with_the_rate").measured);
}

TEST(OsVersusNetwork, TheRelayAloneIsNoSlowerLink) {
  const LabResult result = judged([](const std::string& rate) { return rate == "none" ? 0.9 : 0.3; });
  EXPECT_EQ(finding(result, "os_share_falls_with_the_rate").reproduced(), false)
      << "a call without a link has no relay either: what that adds is not the rate's";
}

TEST(OsVersusNetwork, TheRateOfEqualSharesHasItsIntervalAndIsNotThePapers) {
  const LabResult result = judged(as_the_paper);
  const Finding& equal = finding(result, "equal_at_mbps");
  EXPECT_EQ(equal.n, 9);
  ASSERT_TRUE(equal.interval);
  EXPECT_LT(equal.interval->first, *equal.measured);
  EXPECT_GT(equal.interval->second, *equal.measured);
  EXPECT_GT(equal.interval->first, 0);
  for (const LabPlot& plot : result.plots) {
    for (const PlotLayer& layer : plot.layers) EXPECT_FALSE(layer.printed) << layer.name << ": the paper has no number";
  }
}

}  // namespace
}  // namespace jitterscope::os_versus_network_test
