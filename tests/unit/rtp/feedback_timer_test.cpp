#include "core/rtp/feedback_timer.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace jitterscope::rtp::feedback_timer_test {
namespace {

Timestamp at(double seconds) {
  return Timestamp{} + Duration::from_seconds(seconds);
}

/// 5 % of 128 kb/s: 800 B/s for both ends.
FeedbackTimer timer(std::uint32_t seed = 1) {
  return {{DataRate::kbits_per_second(128), 0.05, seed}, at(0)};
}

/// Sends whatever may go until `end`, with something to tell each 1 ms; urgent as often as `urgent` says. Bytes sent.
std::size_t run(FeedbackTimer& timer, std::size_t bytes, double end, bool urgent) {
  std::size_t sent = 0;
  for (double now = 0; now < end; now += 0.001) {
    if (urgent) timer.urgent(at(now));
    if (!timer.may_send(at(now))) continue;
    timer.sent(bytes, at(now));
    sent += bytes;
  }
  return sent;
}

TEST(FeedbackTimer, KeepsToItsShareOfTheBandwidth) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    FeedbackTimer regular = timer(seed), urgent = timer(seed);
    EXPECT_NEAR(static_cast<double>(run(regular, 112, 100, false)) / 100, 400, 30) << "half of it for this end";
    EXPECT_LE(static_cast<double>(run(urgent, 112, 100, true)) / 100, 440) << "urgency does not buy bandwidth";
  }
}

TEST(FeedbackTimer, TheIntervalFollowsTheMeanSize) {
  FeedbackTimer large = timer(), small = timer();
  run(large, 400, 60, false);
  run(small, 60, 60, false);
  EXPECT_NEAR(large.interval().seconds(), 1.0, 0.01);
  EXPECT_NEAR(small.interval().seconds(), 0.15, 0.01);
}

TEST(FeedbackTimer, RegularTimesAreSpreadByAHalf) {
  FeedbackTimer regular = timer();
  double shortest = 1e9, longest = 0;
  Timestamp last = at(0);
  for (int i = 0; i < 1000; ++i) {
    const Timestamp now = regular.due();
    const double relative = (now - last).seconds() / regular.interval().seconds();
    shortest = std::min(shortest, relative), longest = std::max(longest, relative);
    last = now;
    regular.skipped(now);
  }
  EXPECT_GE(shortest, 0.499);
  EXPECT_LT(shortest, 0.55);
  EXPECT_LE(longest, 1.501);
  EXPECT_GT(longest, 1.45);
}

TEST(FeedbackTimer, WhatIsUrgentGoesAtOnceButOnlyOnce) {
  FeedbackTimer early = timer();
  const Timestamp regular = early.due();
  const Timestamp now = at(0.01);
  EXPECT_FALSE(early.may_send(now));
  early.urgent(now);
  EXPECT_TRUE(early.may_send(now));
  early.sent(128, now);
  const Timestamp next = early.due();
  EXPECT_GE(next, regular) << "the regular packet after an early one is left out: tn = tp + 2 T_rr";
  early.urgent(at(0.02));
  EXPECT_EQ(early.due(), next) << "not again before the next regular time";
  early.sent(128, next);
  early.urgent(next + Duration::ms(1));
  EXPECT_TRUE(early.may_send(next + Duration::ms(1))) << "then again";
}

TEST(FeedbackTimer, WhatIsUrgentWhenARegularPacketIsDueRidesOnIt) {
  FeedbackTimer late = timer();
  const Timestamp due = late.due();
  late.urgent(due + Duration::ms(5));
  late.sent(128, due + Duration::ms(5));
  late.urgent(due + Duration::ms(6));
  EXPECT_TRUE(late.may_send(due + Duration::ms(6))) << "no early packet was used up";
}

TEST(FeedbackTimer, ASkippedTimeDoesNotSendAndGoesOn) {
  FeedbackTimer idle = timer();
  const Timestamp due = idle.due();
  idle.skipped(due);
  EXPECT_FALSE(idle.may_send(due));
  EXPECT_GT(idle.due(), due);
}

TEST(FeedbackTimer, SeedsDiffer) {
  EXPECT_NE(timer(1).due(), timer(2).due());
}

}  // namespace
}  // namespace jitterscope::rtp::feedback_timer_test
