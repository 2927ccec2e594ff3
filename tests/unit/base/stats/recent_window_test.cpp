#include "core/base/stats/recent_window.h"

#include <gtest/gtest.h>

#include <random>

namespace jitterscope::recent_window_test {
namespace {

TEST(RecentWindow, SingleFiguresAreThoseOfAll) {
  std::mt19937 random(3);
  RecentWindow window;
  Timestamp at = Timestamp::ns(1'000'000'000);
  EXPECT_FALSE(window.stddev(at) || window.percentile(0.95, at) || window.mean(at));
  for (int i = 0; i < 3000; ++i) {
    at = at + Duration::ms(5);
    window.add(at, 20 + std::exponential_distribution<>(0.2)(random));
    if (i == 0) { EXPECT_FALSE(window.stddev(at)); }
    if (i == 0 || i % 500 != 0) continue;
    const Timestamp now = at + Duration::ms(40);
    const SampleFigures all = window.figures(now);
    EXPECT_NEAR(*window.mean(now), *all.mean, 1e-9);
    EXPECT_NEAR(*window.stddev(now), *all.stddev, 1e-9);
    EXPECT_EQ(window.percentile(0.95, now), all.p95);
    EXPECT_EQ(window.p50(now), all.p50);
  }
  const Timestamp later = at + Duration::seconds(11);
  EXPECT_FALSE(window.stddev(later) || window.percentile(0.5, later) || window.mean(later)) << "all are too old";
}

TEST(RecentWindow, AStepOfADelayLeavesNoTraceInTheSpreadAfterIt) {
  std::mt19937 random(4);
  RecentWindow window;
  Timestamp at = Timestamp::ns(1'000'000'000);
  for (int step = 0; step < 6; ++step)
    for (int i = 0; i < 4000; ++i) {
      at = at + Duration::ms(5);
      window.add(at, (step % 2 ? 5000.0 : 0.001) + std::normal_distribution<>(0, 1e-3)(random));
      if (i % 333 != 0 || i == 0) continue;
      EXPECT_NEAR(*window.stddev(at) / *window.figures(at).stddev, 1, 1e-6) << step << ' ' << i;
    }
}

}  // namespace
}  // namespace jitterscope::recent_window_test
