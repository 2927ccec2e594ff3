#include "core/clock/clock_watch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace jitterscope::clock_watch_test {
namespace {

/// A reading a second; the watched clock is at `offset` and gains `rate` a second.
class Readings {
 public:
  std::vector<ClockChange> run(int seconds, double rate) {
    std::vector<ClockChange> changes;
    for (int i = 0; i < seconds; ++i) {
      at_ += Duration::seconds(1);
      offset_ += Duration::from_seconds(rate);
      if (const auto change = watch_.add({at_ + offset_, at_, Duration::ns(200)})) changes.push_back(*change);
    }
    return changes;
  }
  void step(Duration by) { offset_ += by; }

 private:
  RealTimeWatch watch_;
  Timestamp at_ = Timestamp::ns(77'000'000'000);
  Duration offset_ = Duration::seconds(1'700'000'000);
};

TEST(RealTimeWatch, SteadyClocksAreNoNews) {
  Readings readings;
  EXPECT_TRUE(readings.run(60, 0).empty());
  Readings skewed;
  EXPECT_TRUE(skewed.run(60, 300e-6).empty()) << "another rate is not a change of it";
}

TEST(RealTimeWatch, AStepIsSeenOnceWithItsSize) {
  for (const Duration by : {Duration::seconds(3600), -Duration::seconds(3), Duration::ms(5), -Duration::ms(2)}) {
    Readings readings;
    readings.run(10, 0);
    readings.step(by);
    const auto changes = readings.run(30, 0);
    ASSERT_EQ(changes.size(), 1u) << by.ms();
    EXPECT_EQ(changes[0].step, by);
    EXPECT_EQ(changes[0].slew_ppm, 0);
  }
}

TEST(RealTimeWatch, ASlewIsSeenWhenItBeginsAndWhenItEnds) {
  Readings readings;
  EXPECT_TRUE(readings.run(13, 10e-6).empty());
  const auto begins = readings.run(12, 510e-6), ends = readings.run(12, 10e-6);
  const auto sum = [](const std::vector<ClockChange>& changes) {
    double ppm = 0;
    for (const ClockChange& change : changes) ppm += change.step == Duration{} ? change.slew_ppm : NAN;
    return ppm;
  };
  EXPECT_NEAR(sum(begins), 500, 1);
  EXPECT_NEAR(sum(ends), -500, 1);
  EXPECT_LE(begins.size(), 2u) << "a window may hold the change in its middle";
}

TEST(RealTimeWatch, AStepInASlewIsAStep) {
  Readings readings;
  readings.run(30, 400e-6);
  readings.step(Duration::ms(40));
  const auto changes = readings.run(30, 400e-6);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_NEAR(changes[0].step.ms(), 40, 0.01);
}

}  // namespace
}  // namespace jitterscope::clock_watch_test
