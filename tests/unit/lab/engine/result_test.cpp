#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/stats/estimate.h"
#include "core/lab/engine/published.h"

namespace jitterscope::result_test {
namespace {

LabResult sample() {
  LabResult result{.lab = "x.y", .mode = "simulated", .seed = 7, .parameters = {{"k", 3.0}, {"why", "so & so"}}};
  result.findings.push_back({"above", "a <b>", 1.5, 2.0, "ms", Criterion::above(1)});
  result.findings.push_back({"open", "no data", {}, {}, "ms", Criterion::above(1)});
  result.tables.push_back({"cells", {"name", "value"}, {{"one, two", 0.1}, {"three", {}}}});
  result.plots.push_back(
      {.name = "loss",
       .title = "Loss",
       .x_label = "load",
       .y_label = "%",
       .layers = {{.name = "A", .points = {{0, 1}, {1000, 4}}}, {.name = "C", .points = {{0, 2}, {1000, 9}}}}});
  return result;
}

TEST(Criterion, JudgesWhatItSays) {
  EXPECT_EQ(Criterion::above(0).text(), "measured > 0");
  EXPECT_FALSE(Criterion::above(0).holds(0));
  EXPECT_TRUE(Criterion::above(0).holds(1e-9));
  EXPECT_EQ(Criterion::below(0.25).text(), "measured < 0.25");
  EXPECT_FALSE(Criterion::below(0.25).holds(0.25));
  EXPECT_EQ(Criterion::between(1, 2).text(), "1 <= measured <= 2");
  EXPECT_TRUE(Criterion::between(1, 2).holds(2));
  EXPECT_FALSE(Criterion::between(1, 2).holds(2.01));
  EXPECT_FALSE(Criterion::above(0).holds(NAN));
}

TEST(LabResult, JsonHasTheAgreedShape) {
  EXPECT_EQ(
      to_json(sample()).dump(),
      R"({"lab":"x.y","mode":"simulated","seed":7,"machine":{},"parameters":{"k":3.0,"why":"so & so"},)"
      R"("findings":[{"id":"above","kind":"finding","statement":"a <b>","paper":1.5,"measured":2.0,"interval":null,)"
      R"("n":null,"unit":"ms","criterion":"measured > 1","reason":"","test":"","p":null,"p_holm":null,)"
      R"("reproduced":true},{"id":"open","kind":"finding","statement":"no data","paper":null,"measured":null,)"
      R"("interval":null,"n":null,"unit":"ms",)"
      R"("criterion":"measured > 1","reason":"","test":"","p":null,"p_holm":null,"reproduced":null}],)"
      R"("tables":[{"name":"cells","columns":["name","value"],"rows":[["one, two",0.1],["three",null]]}],)"
      R"("series":[{"name":"loss: A","x_label":"load","y_label":"%","points":[[0.0,1.0],[1000.0,4.0]]},)"
      R"({"name":"loss: C","x_label":"load","y_label":"%","points":[[0.0,2.0],[1000.0,9.0]]}]})");
}

TEST(LabResult, AFindingThatIsNotJudgedIsNeitherKeptNorBroken) {
  Finding finding{"id", "", {}, 5.0, "", Criterion::above(0)};
  EXPECT_EQ(finding.reproduced(), true);
  finding.judged = false;
  EXPECT_EQ(finding.reproduced(), std::nullopt);
}

TEST(LabResult, ATableIsACsvWithItsNumbersInFull) {
  EXPECT_EQ(to_csv(sample().tables[0]), "name,value\n\"one, two\",0.1\nthree,\n");
  EXPECT_EQ(to_csv({"x", {"a", "b"}, {{"say \"so\"", 1e9}}}), "a,b\n\"say \"\"so\"\"\",1000000000\n");
}

TEST(LabPlots, MeansHaveTheirIntervalAndALineItsBand) {
  const PlotLayer means = means_layer("m", {{1, {1, 2, 3, 4, 5}}, {2, {7}}, {3, {}}});
  ASSERT_EQ(means.points.size(), 2u);
  EXPECT_DOUBLE_EQ(means.points[0].y, 3);
  EXPECT_NEAR(*means.points[0].high - 3, 2.776445 * std::sqrt(2.5 / 5), 1e-5);
  EXPECT_FALSE(means.points[1].low) << "of one value nothing can be said";
  const PlotLayer line = fitted_layer("l", "m", {{0, 1}, {1, 3}, {2, 5}, {3, 7}});
  EXPECT_NEAR(line.points.front().y, 1, 1e-9);
  EXPECT_NEAR(line.points.back().y, 7, 1e-9);
  EXPECT_NEAR(*line.points.front().low, 1, 1e-6) << "all lie on it";
  EXPECT_TRUE(fitted_layer("l", "", {{1, 1}, {1, 2}}).points.empty());
  const PlotLayer steps = distribution_layer("d", {3, 1, 2, 4});
  EXPECT_EQ(steps.points.front().x, 1);
  EXPECT_EQ(steps.points.front().y, 25);
  EXPECT_EQ(steps.points.back().y, 100);
}

TEST(Estimate, IntervalIsStudents) {
  const double values[] = {1, 2, 3, 4, 5};
  const auto result = estimate(values);
  ASSERT_TRUE(result);
  EXPECT_DOUBLE_EQ(result->mean, 3);
  EXPECT_NEAR(*result->half_width, 2.776445 * std::sqrt(2.5 / 5), 1e-5);  // t(4, 0.975)
  EXPECT_EQ(estimate(std::span(values, 1))->half_width, std::nullopt);
  EXPECT_FALSE(estimate({}));
}

TEST(Published, TheTablesOfThePaperAreThere) {
  const auto duplicates = published_table("sun97.duplicates");
  ASSERT_EQ(duplicates.columns.size(), 3u);
  ASSERT_EQ(duplicates.rows.size(), 18u);
  EXPECT_EQ(duplicates.rows[15], (std::vector<std::string>{"C", "600", "0.37"}));
  EXPECT_EQ(published_table("sun97.frame_delay").rows[0], (std::vector<std::string>{"A", "150"}));
  EXPECT_TRUE(published_table("no such").rows.empty());
}

}  // namespace
}  // namespace jitterscope::result_test
