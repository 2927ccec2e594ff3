#include "core/net/stamp_converter.h"

#include <gtest/gtest.h>

namespace jitterscope::stamp_converter_test {
namespace {

/// A machine whose real-time clock can be set, and a socket on it.
class Machine : public testing::Test {
 protected:
  /// The kernel stamps a datagram now ...
  Timestamp stamp() const { return now_ + offset_; }
  /// ... and it is fetched now.
  std::optional<Timestamp> fetch(Timestamp stamp) {
    return converter_.to_local(stamp, now_, now_ + offset_ + Duration::ns(30), [this] { return ++measured_, offset_; });
  }
  /// Stamped, and fetched 40 µs later.
  void expect_exact() {
    now_ += Duration::ms(10);
    const Timestamp came = now_, real = stamp();
    now_ += Duration::us(40);
    EXPECT_EQ(fetch(real), came);
  }
  Timestamp now_ = Timestamp::ns(9'000'000'000);
  Duration offset_ = Duration::seconds(1'700'000'000);
  int measured_ = 0;
  StampConverter converter_;
};

TEST_F(Machine, StampsComeToTheLocalClock) {
  for (int i = 0; i < 300; ++i) expect_exact();
  EXPECT_NEAR(measured_, 3, 1) << "once a second, not for each datagram";
}

TEST_F(Machine, NothingComesAfterItWasReceived) {
  EXPECT_EQ(fetch(stamp() + Duration::us(3)), now_);
}

TEST_F(Machine, AStepIsFollowedAtOnce) {
  for (const Duration step :
       {Duration::seconds(3600), Duration::ms(50), -Duration::seconds(3), -Duration::seconds(3600)}) {
    expect_exact();
    offset_ += step;
    for (int i = 0; i < 200; ++i) expect_exact();
  }
}

TEST_F(Machine, WhatWaitedWhileTheClockWasSetKeepsItsTime) {
  for (const Duration step : {Duration::seconds(3600), Duration::ms(50), -Duration::seconds(3600), -Duration::ms(50)}) {
    expect_exact();
    now_ += Duration::ms(1);
    const Timestamp came = now_, real = stamp();
    now_ += Duration::ms(2);
    offset_ += step;
    now_ += Duration::ms(2);
    EXPECT_EQ(fetch(real), came) << step.ms();
    now_ += Duration::seconds(5);
  }
}

/// Set back by less than a datagram may have waited: its stamp can be of before or of after.
TEST_F(Machine, ADoubtfulStampIsNone) {
  expect_exact();
  now_ += Duration::ms(10);
  offset_ += -Duration::ms(5);
  now_ += Duration::ms(4);
  const Timestamp real = stamp();
  now_ += Duration::us(40);
  EXPECT_FALSE(fetch(real).has_value());
  now_ += Duration::seconds(2);
  expect_exact();
}

TEST_F(Machine, AThreadThatIsInterruptedBetweenItsReadingsIsNotMisled) {
  expect_exact();
  const Timestamp came = now_;
  EXPECT_EQ(converter_.to_local(stamp(), now_, now_ + offset_ + Duration::ms(8), [this] { return offset_; }), came);
  expect_exact();
}

}  // namespace
}  // namespace jitterscope::stamp_converter_test
