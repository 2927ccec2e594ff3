// What a path carries, by the delays of the sound: from packets through a queue of a known rate.
#include "core/algorithms/rate/capacity_fit.h"

#include <gtest/gtest.h>

#include "core/algorithms/rate/median.h"
#include "core/algorithms/rate/path_judge.h"

namespace jitterscope::capacity_fit_test {
namespace {

constexpr std::int32_t kSound = 330, kPicture = 1238;  // bytes on the link

Timestamp at_ms(double ms) {
  return Timestamp() + Duration::from_ms(ms);
}

/// Sound each 32 ms, a packet of picture each `picture_ms`, through a queue of `kbps`; a report each 8 packets.
CapacityFit through(double kbps, double picture_ms, double noise_ms = 0) {
  CapacityFit fit;
  double free_at = 0, next_picture = 5;
  std::deque<double> waits;
  for (std::int64_t n = 0; n < 120; ++n) {
    const double now = static_cast<double>(n) * 32;
    for (; next_picture < now; next_picture += picture_ms) {
      free_at = std::max(free_at, next_picture) + kPicture * 8 / kbps;
      fit.sent(at_ms(next_picture), kPicture, std::nullopt);
    }
    waits.push_back(std::max(0.0, free_at - now) + (n / 8 % 2 ? noise_ms : 0));
    if (waits.size() > 8) waits.pop_front();
    free_at = std::max(free_at, now) + kSound * 8 / kbps;
    fit.sent(at_ms(now), kSound, n);
    if (n % 8 == 7) fit.reported(n, median_of({waits.begin(), waits.end()}), at_ms(now));
  }
  return fit;
}

TEST(CapacityFit, FindsTheRateOfAWellFilledPath) {
  for (const double kbps : {150.0, 200.0, 300.0}) {
    const double picture_kbps = 0.96 * kbps - 82.5;
    const auto carried = through(kbps, kPicture * 8 / picture_kbps).carried(kPicture);
    ASSERT_TRUE(carried) << kbps;
    EXPECT_NEAR(carried->kbps, kbps, 0.02 * kbps);
    EXPECT_TRUE(carried->sharp) << kbps;
    EXPECT_LE(carried->least_kbps, carried->kbps);
    EXPECT_GT(carried->least_kbps, 0.9 * kbps);
  }
}

TEST(CapacityFit, OfAHalfEmptyPathItTellsTheLeast) {
  const auto carried = through(300, kPicture * 8 / 60.0).carried(kPicture);
  ASSERT_TRUE(carried);
  EXPECT_FALSE(carried->sharp);
  EXPECT_GT(carried->least_kbps, 150);  // more than the 142 that are sent
  EXPECT_LT(carried->least_kbps, 300);
}

TEST(CapacityFit, AQuickPathTellsNothing) {
  EXPECT_FALSE(through(20'000, kPicture * 8 / 1000.0).carried(kPicture));
}

TEST(CapacityFit, DelaysThatAreNotOfOurMakingTellNothing) {
  EXPECT_TRUE(through(300, kPicture * 8 / 100.0, 1).carried(kPicture));
  EXPECT_FALSE(through(300, kPicture * 8 / 100.0, 40).carried(kPicture));
}

TEST(CapacityFit, TooFewReportsOrAnotherStreamTellNothing) {
  CapacityFit fit = through(300, kPicture * 8 / 180.0);
  EXPECT_TRUE(fit.ready());
  fit.forget();
  EXPECT_FALSE(fit.ready());
  EXPECT_FALSE(fit.carried(kPicture));
  for (std::int64_t i = 0; i < 8; ++i)
    fit.reported(1'000'000 + 8 * i, 20, at_ms(3840 + 256.0 * static_cast<double>(i)));
  EXPECT_FALSE(fit.carried(kPicture));
}

/// 400 kb/s are sent for a second, then 80, through a path of 200.
TEST(BusyPeriod, FromFillingToDrainingItIsTheRateOfThePath) {
  BusyPeriod busy;
  const auto kilobits = [](Timestamp from, Timestamp until) {
    const auto sent = [](Timestamp at) {
      return 0.4 * std::min(((at - Timestamp()).ms()), 1000.0) + 0.08 * std::max(((at - Timestamp()).ms()) - 1000, 0.0);
    };
    return sent(until) - sent(from);
  };
  std::optional<double> kbps;
  for (double ms = 250; ms <= 2500; ms += 250) {
    const double rise = ms <= 1000 ? ms : 1000 - 0.6 * (ms - 1000);
    kbps = busy.busy({at_ms(ms), rise, 0, 0}, kilobits);
    if (ms > 250) {
      ASSERT_TRUE(kbps) << ms;
      EXPECT_NEAR(*kbps, 200, 1) << ms;
    }
  }
  busy.over();
  EXPECT_FALSE(busy.busy({at_ms(3000), 20, 0, 0}, kilobits));
}

TEST(BusyPeriod, WhatWasLostDidNotPass) {
  BusyPeriod busy;
  const auto kilobits = [](Timestamp from, Timestamp until) { return 0.4 * (until - from).ms(); };
  busy.busy({at_ms(0), 1000, 100, 0}, kilobits);
  const auto kbps = busy.busy({at_ms(1000), 1000, 200, 50}, kilobits);  // a full queue
  ASSERT_TRUE(kbps);
  EXPECT_NEAR(*kbps, 200, 1);
}

}  // namespace
}  // namespace jitterscope::capacity_fit_test
