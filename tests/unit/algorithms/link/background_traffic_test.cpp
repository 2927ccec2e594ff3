#include "core/algorithms/link/background_traffic.h"

#include <gtest/gtest.h>

#include <vector>

namespace jitterscope::link::background_traffic_test {
namespace {

std::vector<double> bursts_until(BackgroundTraffic& traffic, Timestamp end) {  // ms
  std::vector<double> times;
  while (traffic.due() && *traffic.due() <= end) {
    times.push_back(static_cast<double>(traffic.due()->ns()) / 1e6);
    EXPECT_EQ(traffic.take(), traffic.setting().burst);
  }
  return times;
}

constexpr Timestamp at_s(std::int64_t seconds) {
  return Timestamp() + Duration::seconds(seconds);
}

TEST(BackgroundTraffic, NoneIsNever) {
  BackgroundTraffic traffic({}, 1, Timestamp());
  EXPECT_FALSE(traffic.due());
  EXPECT_EQ(traffic.take(), 0);
}

TEST(BackgroundTraffic, ConstantIsExact) {
  BackgroundTraffic traffic({700, 3, false, 1000}, 1, Timestamp());  // a burst each 3000/700 ms
  const auto times = bursts_until(traffic, at_s(300));
  EXPECT_EQ(times.size(), 70'000u);
  for (std::size_t i = 0; i < times.size(); ++i) ASSERT_NEAR(times[i], static_cast<double>(i + 1) * 3000 / 700, 2e-6);
}

TEST(BackgroundTraffic, PoissonHasTheRateAndExponentialGaps) {
  BackgroundTraffic traffic({500, 1, true, 1024}, 5, Timestamp());
  const auto times = bursts_until(traffic, at_s(400));
  const double expected = 400'000 / 2.048;
  EXPECT_NEAR(static_cast<double>(times.size()) / expected, 1, 0.01);
  double before = 0, square = 0;
  for (const double time : times) {
    square += (time - before) * (time - before);
    before = time;
  }
  const double gap = 400'000 / static_cast<double>(times.size());
  EXPECT_NEAR(square / static_cast<double>(times.size()) / (2 * gap * gap), 1, 0.02);  // E x² = 2 (E x)²
}

TEST(BackgroundTraffic, BurstsKeepTheRate) {
  BackgroundTraffic traffic({500, 8, true, 1024}, 5, Timestamp());
  const auto times = bursts_until(traffic, at_s(4000));
  EXPECT_NEAR(static_cast<double>(times.size()) * 8 * 1.024 / 4000 / 500, 1, 0.01);
}

TEST(BackgroundTraffic, SeededAnewItIsAsNew) {
  BackgroundTraffic used({500, 1, true, 1024}, 5, Timestamp()), fresh({500, 1, true, 1024}, 9, Timestamp());
  bursts_until(used, at_s(3));
  used.reseed(9, at_s(10));
  const auto after = bursts_until(used, at_s(20)), expected = bursts_until(fresh, at_s(10));
  ASSERT_GT(expected.size(), 1000u);
  ASSERT_EQ(after.size(), expected.size());
  for (std::size_t i = 0; i < after.size(); ++i) ASSERT_NEAR(after[i] - 10'000, expected[i], 1e-5);
}

TEST(BackgroundTraffic, ChangesWhileItRuns) {
  BackgroundTraffic traffic({100, 1, false, 1000}, 1, Timestamp());  // each 10 ms
  EXPECT_EQ(bursts_until(traffic, at_s(1)).size(), 100u);
  traffic.set({200, 1, false, 1000}, at_s(1) + Duration::ms(6));  // 4 of 10 ms are left: 2 of 5
  EXPECT_EQ(traffic.due(), at_s(1) + Duration::ms(8));
  EXPECT_EQ(bursts_until(traffic, at_s(2)).size(), 199u);
  traffic.set({}, at_s(2));
  EXPECT_FALSE(traffic.due());
  traffic.set({100, 1, false, 1000}, at_s(5));
  EXPECT_EQ(traffic.due(), at_s(5) + Duration::ms(10));
}

TEST(BackgroundTraffic, TheSameSeedRepeats) {
  const BackgroundSetting setting{500, 2, true, 512};
  BackgroundTraffic one(setting, 9, Timestamp()), again(setting, 9, Timestamp()), other(setting, 10, Timestamp());
  const auto times = bursts_until(one, at_s(10));
  EXPECT_EQ(times, bursts_until(again, at_s(10)));
  EXPECT_NE(times, bursts_until(other, at_s(10)));
}

}  // namespace
}  // namespace jitterscope::link::background_traffic_test
