// What is said of clock skew over seeded series of paths that disturb them, some of each family: a queue or a base that
// wanders is not removed as skew, the skew of two clocks that stamp both directions is.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "core/measures/offline/skew_verdict.h"

namespace jitterscope::skew_property_test {
namespace {

using Random = std::mt19937_64;
/// What a path adds, ms, at a share of the record (0 to 1).
using Base = std::function<double(double share)>;

double pick(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

/// Jitter of successive packets: exponential, or waits in a queue that other packets pass as well (Lindley's
/// recursion).
class Jitter {
 public:
  Jitter(bool queueing, double mean_ms, double spacing_ms)
      : queueing_(queueing),
        mean_ms_(mean_ms),
        served_(std::poisson_distribution<int>(kLoad * spacing_ms / mean_ms)),
        spacing_ms_(spacing_ms) {}
  double next(Random& random) {
    if (!queueing_) return std::exponential_distribution<double>(1 / mean_ms_)(random);
    wait_ms_ = std::max(0.0, wait_ms_ + served_(random) * mean_ms_ - spacing_ms_);
    return wait_ms_;
  }

 private:
  static constexpr double kLoad = 0.9;
  bool queueing_;
  double mean_ms_;  // queueing: a packet's service
  std::poisson_distribution<int> served_;
  double spacing_ms_, wait_ms_ = 0;
};

struct Series {
  double seconds = 900, spacing_ms = 80, ppm = 0;
  bool queueing = false;
  double jitter_ms = 1;
  Base base = [](double) { return 0.0; };

  std::vector<TransitPoint> make(Random& random) const {
    Jitter jitter(queueing, jitter_ms, spacing_ms);
    std::vector<TransitPoint> points;
    const auto n = static_cast<std::int64_t>(seconds * 1e3 / spacing_ms);
    points.reserve(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) {
      const double at_ms = static_cast<double>(i) * spacing_ms;
      const double transit_ms = 20 + at_ms * ppm * 1e-6 + base(at_ms / 1e3 / seconds) + jitter.next(random);
      points.push_back({i, Timestamp() + Duration::from_ms(at_ms + transit_ms), Duration::from_ms(transit_ms)});
    }
    return points;
  }
};

/// Periods up to half the record, at least 5 ms from crest to trough.
Base wander(Random& random) {
  struct Wave {
    double period, phase, size_ms;
  };
  std::vector<Wave> waves(1 + random() % 3);
  const double size_ms = pick(random, 5, 50) / 2;
  for (Wave& wave : waves) wave = {pick(random, 0.02, 0.5), pick(random, 0, 6.3), size_ms * pick(random, 0.3, 1)};
  waves[0].size_ms = size_ms;
  return [waves](double share) {
    double sum = 0;
    for (const Wave& wave : waves) sum += wave.size_ms * (1 + std::sin(6.283185 * share / wave.period + wave.phase));
    return sum;
  };
}

/// Straight or ever slower, full at 20 to 80 % of the record.
Base saturating_growth(Random& random) {
  const double full = pick(random, 0.2, 0.8), size_ms = pick(random, 5, 100);
  if (random() % 2) return [=](double share) { return size_ms * std::min(share / full, 1.0); };
  return [=](double share) { return size_ms * (1 - std::exp(-3 * share / full)); };
}

/// Full at first, or growing until it is; empty, or emptying, at 20 to 80 % of the record.
Base draining_queue(Random& random) {
  const double at = pick(random, 0.2, 0.8), size_ms = pick(random, 5, 100), takes = pick(random, 0.005, 0.1);
  switch (random() % 3) {
    case 0: return [=](double share) { return size_ms * std::max(1 - share / at, 0.0); };
    case 1:
      return
          [=](double share) { return size_ms * (share < at ? share / at : std::max(1 - (share - at) / takes, 0.0)); };
    default: return [=](double share) { return size_ms * (share < at ? 1 : std::max(1 - (share - at) / takes, 0.0)); };
  }
}

Base route_change(Random& random) {
  const double at = pick(random, 0.02, 0.98), size_ms = pick(random, 5, 60);
  const bool longer = random() % 2;
  return [=](double share) { return (share >= at) == longer ? size_ms : 0.0; };
}

Base nothing(Random&) {
  return [](double) { return 0.0; };
}

struct Family {
  const char* name;
  Base (*base)(Random&);
};
constexpr Family kFamilies[] = {{"wander", wander},
                                {"saturating growth", saturating_growth},
                                {"draining queue", draining_queue},
                                {"route change", route_change},
                                {"none", nothing}};

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
      for (const SkewVerdict& verdict : judge_skews(streams, asked)) EXPECT_FALSE(verdict.removed || verdict.candidate);
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
