// What is said of clock skew over 1000 seeded series a family: a queue or a base that wanders is not removed as skew,
// the skew of two clocks that stamp both directions is.
#include <gtest/gtest.h>

#include "core/measures/offline/skew_verdict.h"
#include "tests/unit/measures/definitions/skew_series.h"

namespace jitterscope::skew_property_test {
namespace {

using namespace skew_series;

/// Two directions between two clocks of which nothing is known.
std::vector<SkewVerdict> verdicts_of(const std::vector<TransitPoint>& there, const std::vector<TransitPoint>& back) {
  const StreamClocks forth{ClockRelation::kUnknown, 0, 1, false}, reverse{ClockRelation::kUnknown, 1, 0, false};
  return judge_skews(std::vector<StreamSkew>{{clock_skew(there), forth}, {clock_skew(back), reverse}}, false);
}

Series noisy(Random& random) {
  Series series;
  series.seconds = pick(random, 300, 600);
  series.spacing_ms = 150;
  series.queueing = random() % 2;
  series.jitter_ms = pick(random, 0.1, 4);
  return series;
}

TEST(SkewProperty, WhatIsNoSkewIsNotRemoved) {
  constexpr int kSeries = 1000, kMost = kSeries / 100;
  for (const Family& family : kFamilies) {
    int removed = 0, candidates = 0;
    for (int seed = 1; seed <= kSeries; ++seed) {
      Random random(static_cast<std::uint64_t>(seed));
      Series there = noisy(random), back = there;
      there.base = family.base(random);
      // The other way is quiet, disturbed by itself, or loses what this one gains.
      const auto kind = random() % 3;
      if (kind == 1) back.base = family.base(random);
      if (kind == 2) back.base = [base = there.base](double share) { return 120 - base(share); };
      for (const SkewVerdict& verdict : verdicts_of(there.make(random), back.make(random))) {
        removed += verdict.removed.has_value();
        candidates += verdict.candidate.has_value();
      }
    }
    EXPECT_LE(removed, kMost) << family.name;
    EXPECT_LE(candidates, kMost) << family.name;
    RecordProperty(std::string(family.name) + " removed", removed);
    RecordProperty(std::string(family.name) + " candidates", candidates);
  }
}

TEST(SkewProperty, ASkewOf100PpmIsFoundAndRemovedWhereBothDirectionsProveIt) {
  constexpr int kSeries = 1000;
  for (const bool queueing : {false, true}) {
    int close = 0, removed = 0, alone = 0, candidates = 0;
    for (int seed = 1; seed <= kSeries; ++seed) {
      Random random(static_cast<std::uint64_t>(seed));
      Series series{900, 32, 100, queueing, queueing ? 2.0 : 5.0};
      const auto there = series.make(random);
      series.ppm = -100;
      const auto back = series.make(random);
      close += std::abs(clock_skew(there)->ppm() - 100) <= 5;
      const auto both = verdicts_of(there, back);
      removed += both[0].removed && both[1].removed && both[0].by == "both directions";
      const auto one = judge_skews(std::vector<StreamSkew>{{clock_skew(there), {}}}, false);
      alone += one[0].removed.has_value();
      candidates += one[0].candidate.has_value();
    }
    EXPECT_GE(close, kSeries * 95 / 100) << queueing;
    EXPECT_GE(removed, kSeries * 95 / 100) << queueing;
    RecordProperty(queueing ? "queueing, close and removed" : "exponential, close and removed",
                   std::to_string(close) + " and " + std::to_string(removed) + " of " + std::to_string(kSeries));
    EXPECT_EQ(alone, 0) << "one direction cannot tell it from a queue";
    EXPECT_GE(candidates, kSeries * 95 / 100) << queueing;
  }
}

/// Both ways grow, or one does: two queues, not two clocks.
TEST(SkewProperty, QueuesThatGrowStraightAreOnlyCandidates) {
  Random random(7);
  Series growing{900, 32, 60, false, 2}, quiet{900, 32, 0, false, 2};
  for (const auto& verdict : verdicts_of(growing.make(random), growing.make(random))) {
    EXPECT_FALSE(verdict.removed);
    ASSERT_TRUE(verdict.candidate);
    EXPECT_NEAR(*verdict.candidate * 1e6, 60, 5);
  }
  const auto one = verdicts_of(growing.make(random), quiet.make(random));
  EXPECT_TRUE(one[0].candidate && !one[0].removed && !one[1].candidate && !one[1].removed);
}

TEST(SkewProperty, WithOneClockOrSynchronisedOnesNothingIsEverRemoved) {
  Random random(7);
  const auto skew = clock_skew(Series{900, 32, 100}.make(random)),
             back = clock_skew(Series{900, 32, -100}.make(random));
  for (const auto relation : {ClockRelation::kCommon, ClockRelation::kSynchronised}) {
    for (const bool asked : {false, true}) {
      const std::vector<StreamSkew> streams{{skew, {relation, 0, 1, false}}, {back, {relation, 1, 0, true}}};
      for (const SkewVerdict& verdict : judge_skews(streams, asked)) {
        EXPECT_FALSE(verdict.removed || verdict.candidate);
        EXPECT_EQ(verdict.refused, asked);
      }
    }
  }
}

/// Captured where the second stream leaves: both are stamped by the clocks 0 and 1.
TEST(SkewProperty, AStreamThatLeavesAtTheCaptureDecides) {
  Random random(7);
  const Series skewed{900, 32, 100}, growing{900, 32, 160}, flat{900, 32, 0};
  const StreamClocks came{ClockRelation::kUnknown, 0, 1, false}, left{ClockRelation::kUnknown, 0, 1, true};
  const auto judged = [&](const Series& coming, const Series& leaving) {
    const auto in = clock_skew(coming.make(random)), out = clock_skew(leaving.make(random));
    return judge_skews(std::vector<StreamSkew>{{in, came}, {out, left}}, false);
  };
  const auto queue_grows_too = judged(growing, skewed);
  for (const SkewVerdict& verdict : queue_grows_too) {
    EXPECT_EQ(verdict.by, "leaving stream");
    EXPECT_NEAR(verdict.removed.value_or(0) * 1e6, 100, 5);
  }
  const auto queue_grows_alone = judged(skewed, flat);
  EXPECT_FALSE(queue_grows_alone[0].removed);
  EXPECT_TRUE(queue_grows_alone[0].candidate);
  EXPECT_FALSE(queue_grows_alone[1].removed);
}

TEST(SkewProperty, AskedForItIsRemovedStraightOrNot) {
  const std::vector<StreamSkew> streams{{ClockSkew{42e-6, false}, {}}, {std::nullopt, {}}};
  const auto verdicts = judge_skews(streams, true);
  EXPECT_EQ(verdicts[0].removed, 42e-6);
  EXPECT_EQ(verdicts[0].by, "asked for");
  EXPECT_FALSE(verdicts[1].removed);
}

}  // namespace
}  // namespace jitterscope::skew_property_test
