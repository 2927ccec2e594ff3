#include "core/algorithms/clock/clock_follower.h"

#include <gtest/gtest.h>

#include "tests/unit/algorithms/clock/two_clocks.h"

namespace jitterscope::clock_follower_test {
namespace {

/// Asks when it wants to and answers each request.
class Following : public testing::Test {
 protected:
  void exchange(Duration there, Duration back) {
    const Timestamp t1 = follower_.next_request();
    follower_.requested(t1);
    const ClockSample sample = clocks_.exchange(clocks_.since_begin(t1), there, back);
    EXPECT_TRUE(follower_.answered(sample));
    now_ = sample.t4;
  }
  Duration error(Timestamp local) const {
    return follower_.line()->to_conference(local) - local - clocks_.true_offset(clocks_.since_begin(local));
  }
  TwoClocks clocks_;
  ClockFollower follower_{clocks_.local(Duration{})};
  Timestamp now_ = clocks_.local(Duration{});
};

TEST_F(Following, AsksEightTimesInTheFirstSecondAndThenTwiceASecond) {
  int asked = 0;
  for (; follower_.next_request() < clocks_.local(Duration::seconds(1)); ++asked)
    exchange(Duration::ms(1), Duration::ms(1));
  EXPECT_GE(asked, 8);
  EXPECT_LE(asked, 10);
  for (; follower_.next_request() < clocks_.local(Duration::seconds(61)); ++asked)
    exchange(Duration::ms(1), Duration::ms(1));
  EXPECT_NEAR(asked, 8 + 120, 4);
}

TEST_F(Following, ARemoteThatNeverAnswersIsAskedLessOften) {
  int asked = 0;
  for (; follower_.next_request() < clocks_.local(Duration::seconds(70)); ++asked)
    follower_.requested(follower_.next_request());
  EXPECT_NEAR(asked, 100 + 120, 5);
  EXPECT_FALSE(follower_.estimate(now_).has_value());
  EXPECT_FALSE(follower_.line().has_value());
}

TEST_F(Following, KnowsNothingUntilSynchronised) {
  for (int i = 1; i < ClockFilter::kEnough; ++i) exchange(Duration::ms(1), Duration::ms(1));
  EXPECT_FALSE(follower_.line().has_value());
  EXPECT_FALSE(follower_.estimate(now_)->synchronised);
  exchange(Duration::ms(1), Duration::ms(1));
  ASSERT_TRUE(follower_.line().has_value());
  EXPECT_TRUE(follower_.estimate(now_)->synchronised);
  EXPECT_LT(size_of(error(now_)), Duration::us(50));
}

TEST_F(Following, OnlyOpenRequestsAreAnswered) {
  const auto sample = clocks_.exchange(Duration{}, Duration::ms(1), Duration::ms(1));
  EXPECT_FALSE(follower_.answered(sample)) << "never asked";
  follower_.requested(sample.t1);
  EXPECT_TRUE(follower_.answered(sample));
  EXPECT_FALSE(follower_.answered(sample)) << "a copy";
}

/// Each estimate differs from the one before; stamps taken by other threads must not show it.
TEST_F(Following, ConferenceTimeNeverStepsAndRunsAtABoundedRate) {
  std::mt19937_64 random(3);
  std::optional<ClockLine> before;
  for (int i = 0; i < 300; ++i) {
    exchange(Duration::ms(1) + exponential(random, 30), Duration::ms(1) + uniform(random, 0, 5));
    const auto& line = follower_.line();
    if (!line) continue;
    if (before) {
      for (const Duration shift : {-Duration::ms(20), -Duration::us(1), Duration{}})  // a thread is a little late
        EXPECT_LE(size_of(line->to_conference(now_ + shift) - before->to_conference(now_ + shift)), Duration::ns(2));
    }
    for (Duration since; since < Duration::seconds(1); since += Duration::ms(50)) {
      const Duration passed = line->to_conference(now_ + since + Duration::ms(50)) - line->to_conference(now_ + since);
      const double rate = passed / Duration::ms(50) - 1;
      EXPECT_LT(std::abs(rate), ClockFilter::kMostSkew + ClockFollower::kMostCorrection + 1e-7);
    }
    EXPECT_LE(size_of(error(now_)), follower_.estimate(now_)->bound) << "what is yet to be worked in is in the bound";
    before = line;
  }
  EXPECT_LT(size_of(error(now_)), Duration::ms(2)) << "in the end it is";
}

TEST_F(Following, CorrectionsComeToAnEnd) {
  for (int i = 0; i < 5; ++i) exchange(Duration::ms(21), Duration::ms(1));  // 10 ms wrong, and says so
  EXPECT_NEAR(error(now_).ms(), 10, 0.5);
  EXPECT_GE(follower_.estimate(now_)->bound, Duration::ms(10));
  while (now_ < clocks_.local(Duration::seconds(5))) exchange(Duration::ms(1), Duration::ms(1));
  EXPECT_NEAR(error(now_).ms(), 10 - 5 * 0.5, 1) << "half a millisecond a second";
  while (now_ < clocks_.local(Duration::seconds(60))) exchange(Duration::ms(1), Duration::ms(1));
  EXPECT_LT(size_of(error(now_)), Duration::us(100));
  EXPECT_LT(size_of(error(now_ + Duration::seconds(20))), Duration::us(300)) << "without further answers, too";
}

TEST(ClockLine, GainsBySkewAndCorrection) {
  const ClockLine line{
      Timestamp::ns(5'000'000'000), Duration::seconds(1'700'000'000), 80e-6, -400e-6, Duration::ms(300), 70e-6};
  EXPECT_EQ(line.to_conference(line.reference), line.reference + line.offset);
  const Timestamp later = line.reference + Duration::seconds(10);
  EXPECT_EQ(line.to_conference(later), later + line.offset + Duration::us(800) - Duration::us(120));
  const Timestamp earlier = line.reference - Duration::seconds(1);
  EXPECT_EQ(line.to_conference(earlier), earlier + line.offset - Duration::us(70));
}

}  // namespace
}  // namespace jitterscope::clock_follower_test
