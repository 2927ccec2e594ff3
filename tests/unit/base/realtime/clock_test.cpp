#include "core/base/realtime/clock.h"

#include <gtest/gtest.h>

namespace jitterscope::clock_test {
namespace {

TEST(Clock, SleepsUntilTheDeadline) {
  const Timestamp deadline = monotonic_now() + Duration::us(300);
  const Timestamp woke = sleep_until(deadline);
  EXPECT_GE(woke, deadline);
  EXPECT_GE(monotonic_now(), woke);
}

TEST(Clock, SpinsUntilTheDeadline) {
  const Timestamp deadline = monotonic_now() + Duration::us(300);
  EXPECT_GE(sleep_until(deadline, Duration::us(50)), deadline);
  const Timestamp next = monotonic_now() + Duration::us(300);
  EXPECT_GE(sleep_until(next, Duration::seconds(100)), next);  // clamped
}

TEST(Clock, ADeadlineInThePastReturns) {
  EXPECT_GT(sleep_until(Timestamp::ns(1)), Timestamp::ns(1));
  EXPECT_GT(sleep_until(Timestamp::ns(-1), Duration::us(-5)), Timestamp());
}

TEST(Clock, OffsetTurnsRealTimeIntoMonotonicTime) {
  const ClockOffset offset = measure_realtime_offset();
  EXPECT_GE(offset.uncertainty, Duration::ns(0));
  const Timestamp before = monotonic_now();
  const Timestamp converted = offset.to_monotonic(realtime_now());
  const Timestamp after = monotonic_now();
  EXPECT_GE(converted, before - offset.uncertainty - Duration::us(1));
  EXPECT_LE(converted, after + offset.uncertainty + Duration::us(1));
}

TEST(Clock, RawOffsetLeadsFromRawToMonotonicTime) {
  const ClockOffset offset = measure_raw_offset();
  EXPECT_GE(offset.uncertainty, Duration::ns(0));
  timespec raw{};
  const Timestamp before = monotonic_now();
  clock_gettime(CLOCK_MONOTONIC_RAW, &raw);
  const Timestamp after = monotonic_now();
  const Timestamp converted = offset.to_monotonic(Timestamp::ns(raw.tv_sec * 1'000'000'000 + raw.tv_nsec));
  EXPECT_GE(converted, before - offset.uncertainty - Duration::us(1));
  EXPECT_LE(converted, after + offset.uncertainty + Duration::us(1));
}

/// Monotonic time less that of its hardware: positive where the kernel made it run faster. Between what the clocks read
/// before and after.
TEST(Clock, SlewedIsHowFarMonotonicTimeIsAheadOfRawTime) {
  const auto read_raw = [] {
    timespec raw{};
    clock_gettime(CLOCK_MONOTONIC_RAW, &raw);
    return Timestamp::ns(raw.tv_sec * 1'000'000'000 + raw.tv_nsec);
  };
  const Timestamp before = monotonic_now(), raw_before = read_raw();
  const Duration slewed = -measure_raw_offset().offset;
  const Timestamp raw_after = read_raw(), after = monotonic_now();
  EXPECT_GE(slewed, before - raw_after);
  EXPECT_LE(slewed, after - raw_before);
}

TEST(Clock, BootIdStaysTheSame) {
  const auto id = read_boot_id();
  ASSERT_TRUE(id);
  EXPECT_EQ(id->find('/'), 36u) << *id;
  EXPECT_GT(id->size(), 37u) << *id;
  EXPECT_EQ(read_boot_id(), id);
}

}  // namespace
}  // namespace jitterscope::clock_test
