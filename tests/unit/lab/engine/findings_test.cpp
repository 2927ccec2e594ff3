// Verdicts by exact tests, Holm's procedure, and values compared repetition by repetition.
#include "core/lab/engine/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/lab/engine/toy_lab.h"

namespace jitterscope::findings_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

RepeatedValues values(std::initializer_list<double> list) {
  RepeatedValues out;
  int repetition = 0;
  for (const double value : list) out.set({0, ++repetition}, value);
  return out;
}

RepeatedValues many(double about, int n = 9) {
  RepeatedValues out;
  for (int i = 1; i <= n; ++i) out.set({0, i}, about + 0.01 * i);
  return out;
}

std::optional<bool> verdict(const std::function<void(Findings&)>& add) {
  Findings findings;
  add(findings);
  return findings.all().front().reproduced();
}

TEST(Findings, AreReproducedNotReproducedOrUndecided) {
  EXPECT_EQ(verdict([](Findings& f) { f.above({"x", ""}, many(2), 1); }), true);
  EXPECT_EQ(verdict([](Findings& f) { f.above({"x", ""}, many(0), 1); }), false);
  EXPECT_EQ(verdict([](Findings& f) { f.above({"x", ""}, values({2, 0.5, 2, 0.1, 1.5, 0.9}), 1); }), std::nullopt);
  EXPECT_EQ(verdict([](Findings& f) { f.below({"x", ""}, many(0), 1); }), true);
  EXPECT_EQ(verdict([](Findings& f) { f.below({"x", ""}, many(2), 1); }), false);
}

TEST(Findings, AlikeIsShownByTwoOneSidedTests) {
  EXPECT_EQ(verdict([](Findings& f) { f.within({"x", ""}, many(1), 0.5, 1.5); }), true);
  EXPECT_EQ(verdict([](Findings& f) { f.within({"x", ""}, many(2), 0.5, 1.5); }), false);
  EXPECT_EQ(verdict([](Findings& f) { f.within({"x", ""}, many(0), 0.5, 1.5); }), false);
  EXPECT_EQ(verdict([](Findings& f) {
              f.within({"x", ""}, values({0, 2, 1, 3, -1, 1}), 0.5, 1.5);
            }),
            std::nullopt)
      << "a mean within the bounds shows nothing where the runs scatter beyond";
}

TEST(Findings, RatiosAreJudgedByTheirLogarithms) {
  const Claim claim{.id = "times", .statement = "", .ratio = true};
  Findings findings;
  findings.above(claim, values({2, 8, 2, 8, 2, 8}), 1);
  findings.within(claim, values({1, 1.1, 1 / 1.1, 1, 1.1, 1 / 1.1, 1, 1.1, 1 / 1.1}), 0.5, 2);
  findings.above(claim, values({4, 0.25, 4, 0.25, 4, 0.25}), 1);
  findings.below(claim, values({4, 0, -1, 4}), 1);
  findings.not_judged(claim, values({2, 8}), Criterion::above(1), "nobody asks.");
  const auto all = findings.all();
  EXPECT_NEAR(*all[0].measured, 4, 1e-12);
  EXPECT_NEAR(all[0].interval->first * all[0].interval->second, 16, 1e-9) << "as far below as above, in times";
  EXPECT_EQ(all[0].test, "sign-flip test of logarithms");
  EXPECT_EQ(all[1].reproduced(), true);
  EXPECT_NEAR(*all[2].measured, 1, 1e-12);
  EXPECT_EQ(all[2].reproduced(), std::nullopt);
  EXPECT_EQ(all[3].n, 2) << "what is not above 0 is no ratio";
  EXPECT_NEAR(*all[4].measured, 4, 1e-12);
  EXPECT_EQ(all[4].n, 2);
  EXPECT_TRUE(all[4].interval);
  EXPECT_EQ(all[4].reproduced(), std::nullopt);
}

TEST(Findings, OneRunJudgesNothing) {
  Findings findings;
  findings.above({"one", "It rises."}, values({5}), 1);
  findings.above({"none", "It rises."}, values({}), 1);
  const auto all = findings.all();
  EXPECT_EQ(all[0].reproduced(), std::nullopt);
  EXPECT_EQ(all[0].n, 1);
  EXPECT_THAT(all[0].statement, HasSubstr("one repetition judges nothing"));
  EXPECT_THAT(all[1].statement, HasSubstr("nothing of it was measured"));
}

TEST(Findings, AShareHasWilsonsInterval) {
  Findings findings;
  findings.share_below({"lossy", ""}, many(0, 50).transformed([](double) { return std::optional(0.0); }), 0.2);
  const Finding finding = findings.all().front();
  EXPECT_EQ(finding.reproduced(), true);
  EXPECT_DOUBLE_EQ(finding.interval->first, 0);
  EXPECT_NEAR(finding.interval->second, 0.0713, 1e-4);
  EXPECT_EQ(verdict([](Findings& f) { f.share_above({"x", ""}, values({1, 1, 0, 1}), 0.9); }), std::nullopt);
}

TEST(Findings, NoLossInAllRunsHasNoIntervalOfNothing) {
  Findings findings;
  findings.below({"lossless", ""}, many(0).transformed([](double) { return std::optional(0.0); }), 0.001);
  EXPECT_EQ(findings.all()[0].reproduced(), true);
  EXPECT_FALSE(findings.all()[0].interval) << "[0, 0] would say that it never can be otherwise";
}

TEST(Findings, ManyNeedMoreRepetitions) {
  const auto reproduced = [](int findings, int n) {
    Findings all;
    for (int i = 0; i < findings; ++i) all.above({"x", ""}, many(2, n), 1);
    return all.all().front().reproduced();
  };
  EXPECT_EQ(reproduced(12, 9), true);
  EXPECT_EQ(reproduced(13, 9), std::nullopt) << "2 / 2^9 times 13 is more than 0.05";
  EXPECT_EQ(reproduced(13, 10), true);
}

TEST(Findings, ConsistencyAndCalibrationAreNeverCounted) {
  Findings findings;
  findings.consistency({.id = "c", .statement = "It follows.", .reason = "From the model."}, 2, Criterion::above(1));
  findings.calibrated({.id = "k", .statement = "It set h."}, 2, Criterion::above(1));
  findings.not_judged({.id = "n", .statement = "It cannot be."}, 2, Criterion::above(1), "There is one machine.");
  for (const Finding& one : findings.all()) EXPECT_EQ(one.reproduced(), std::nullopt) << one.id;
  EXPECT_EQ(verdict_line(findings.all()), "Reproduced: 0 of 1 finding; not judged: n.");
}

TEST(Findings, TheFirstLineSaysWhatDidNotReproduceAndWhy) {
  Findings findings;
  findings.above({.id = "good", .statement = ""}, many(2), 1);
  findings.above({.id = "bad", .statement = "", .if_not = "the queue is long"}, many(0), 1);
  findings.above({.id = "open", .statement = ""}, values({1}), 1);
  EXPECT_EQ(verdict_line(findings.all()),
            "Reproduced: 1 of 3 findings; not reproduced: bad (the queue is long); not judged: open.");
}

TEST(Findings, TheFirstLineCountsManyThatAreUndecided) {
  Findings findings;
  for (const char* id : {"a", "b", "c", "d"}) findings.above({.id = id, .statement = ""}, values({1}), 1);
  EXPECT_EQ(verdict_line(findings.all()), "Reproduced: 0 of 4 findings; not judged: 4.");
}

TEST(Findings, AnIntervalKeepsWithinWhatItsNumberCanBe) {
  Findings findings;
  const RepeatedValues r = values({0.99, 1, 0.7, 0.99});
  findings.above({.id = "r", .statement = "", .limits = {{-1, 1}}}, r, 0);
  findings.above({.id = "x", .statement = ""}, r, 0);
  EXPECT_EQ(findings.all()[0].interval->second, 1);
  EXPECT_GT(findings.all()[1].interval->second, 1);
  EXPECT_EQ(findings.all()[0].interval->first, findings.all()[1].interval->first);
}

TEST(RepeatedValues, AreComparedRepetitionByRepetition) {
  EXPECT_THAT((values({3, 5, 9}) - values({1, 2})).list(), ElementsAre(2, 3));
  EXPECT_THAT((values({3, 5}) / values({0, 2})).list(), ElementsAre(2.5));
  EXPECT_THAT(mean_of({values({1, 2}), values({3, 4})}).list(), ElementsAre(2, 3));
  EXPECT_THAT(least_of({values({1, 9}), values({3, 4})}).list(), ElementsAre(1, 4));
  EXPECT_THAT(slope_of({{0, values({1, 1})}, {2, values({5, 1})}}).list(), ElementsAre(2, 0));
  EXPECT_EQ(values({4, 1, 3}).median(), 3);
  EXPECT_EQ(values({}).mean(), std::nullopt);
}

TEST(ToyLab, FindsItsLoadedCoinAndNotAFairOne) {
  std::string error;
  EXPECT_EQ(run_lab(toy_lab(), {}, error)->findings[0].reproduced(), true);
  const auto fair = run_lab(toy_lab(), {.settings = {{"share", "0.5"}}}, error);
  EXPECT_EQ(fair->findings[0].reproduced(), false);
  EXPECT_THAT(fair->headline, HasSubstr("the coin is not loaded enough"));
  EXPECT_FALSE(run_lab(toy_lab(), {.settings = {{"share", "1"}}}, error));
  EXPECT_EQ(error, "Such a coin has no tail.");
}

}  // namespace
}  // namespace jitterscope::findings_test
