#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/unit/lab/engine/lab_trial.h"

namespace jitterscope::buffer_test {
namespace {

/// Made-up runs whose measures are these functions of the strength, 1 … 5, and of the cause, 0 … 2.
struct Law {
  std::function<double(double strength, int cause)> variance, range, area, buffer;
};

LabResult judged(const Law& law) {
  return judged_cells("claypool98.buffer", {}, [&](const LabCell& cell) {
    const double strength = cell.number("strength") + 0.01 * cell.repetition;
    const std::string& name = cell.level("cause");
    const int cause = name == "processor" ? 0 : name == "queue" ? 1 : 2;
    const double variance = law.variance(strength, cause);
    CellFigures figures;
    figures.set("audio.interarrival_ms.variance", variance);
    figures.set("audio.interarrival_ms.stddev", std::sqrt(std::abs(variance)));
    figures.set("audio.interarrival_ms.absolute_deviation", 2 * variance);
    figures.set("audio.interarrival_ms.range", law.range(strength, cause));
    figures.set("audio.gaps_per_second", variance / 10);
    figures.set("audio.compensation.area_ms_percent", law.area(strength, cause));
    figures.set("audio.compensation.optimal.buffer_ms", law.buffer(strength, cause));
    return figures;
  });
}

double rising(double strength, int) {
  return strength;
}
double unrelated(double strength, int cause) {
  return (static_cast<int>(strength) * 7 + cause * 3) % 5;
}

TEST(Claypool98Buffer, EachFindingCanHoldAndCanFail) {
  for (const Finding& one : judged({rising, unrelated, rising, rising}).findings)
    if (one.kind == FindingKind::kFinding) { EXPECT_EQ(one.reproduced(), true) << one.id; }
  EXPECT_EQ(finding(judged({rising, rising, rising, rising}), "range.correlates_least").reproduced(), false);
  const LabResult none = judged({unrelated, rising, rising, unrelated});
  for (const char* id : {"buffer.rises_with_area", "area.rises_with_variance"})
    EXPECT_EQ(finding(none, id).reproduced(), false) << id;
}

TEST(Claypool98Buffer, ThePapersNumbersStandBeside) {
  const LabResult result = judged({rising, unrelated, rising, rising});
  EXPECT_NEAR(*finding(result, "range.correlates_least").paper, 0.554, 1e-9);
  ASSERT_EQ(result.tables[0].rows.size(), 15u);
  EXPECT_EQ(std::get<double>(result.tables[0].rows[0].back()), 0.34);
  EXPECT_EQ(finding(result, "variance.stddev").kind, FindingKind::kConsistency);
}

TEST(Claypool98Buffer, EachCauseHasItsOwnCorrelations) {
  const auto turned = [](double strength, int cause) { return cause == 1 ? -strength : strength; };
  const LabTable table = judged({rising, turned, rising, rising}).tables[0];
  const auto r = [&](const std::string& column) -> double {
    const std::size_t at = static_cast<std::size_t>(std::ranges::find(table.columns, column) - table.columns.begin());
    const std::vector<TableField>& range_with_variance = table.rows[0];
    return at < range_with_variance.size() ? std::get<double>(range_with_variance[at]) : std::nan("");
  };
  EXPECT_NEAR(r("r_processor"), 1, 1e-9);
  EXPECT_NEAR(r("r_queue"), -1, 1e-9);
  EXPECT_NEAR(r("r_link"), 1, 1e-9);
}

TEST(Claypool98Buffer, ARunHasItsCurve) {
  const LabResult result = result_of("claypool98.buffer", {.settings = {{"repetitions", "1"}, {"seconds", "5"}}});
  EXPECT_EQ(result.tables.back().rows.size(), 15u);
  ASSERT_GE(result.plots[0].layers.size(), 4u) << "curves, and their best buffers";
  EXPECT_GT(result.plots[0].layers[0].points.size(), 10u);
}

}  // namespace
}  // namespace jitterscope::buffer_test
