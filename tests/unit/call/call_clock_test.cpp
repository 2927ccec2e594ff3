// The clock of each end of a call, and what two keepers make of each other's messages. No sockets.
#include "core/call/call_clock.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/call/clock_keeper.h"

namespace jitterscope {
namespace {

constexpr Duration kGuess = Duration::seconds(1'700'000'000), kMasters = Duration::seconds(1'700'000'100);
constexpr Timestamp kBegin = Timestamp::ns(50'000'000'000);

TEST(CallClock, OnlyASlaveDoesNotKnowConferenceTimeFromTheStart) {
  EXPECT_EQ(CallClock({kGuess, false, ClockRole::kMaster}).to_conference(kBegin), kBegin + kGuess);
  EXPECT_EQ(CallClock({kGuess, false, ClockRole::kAlone}).to_conference(kBegin), kBegin + kGuess);
  EXPECT_EQ(CallClock({kGuess, true, ClockRole::kSameMachine}).to_local(kBegin + kGuess), kBegin);
  EXPECT_FALSE(CallClock({kGuess, false, ClockRole::kSlave}).to_conference(kBegin).has_value());
  EXPECT_FALSE(CallClock({kGuess, false, ClockRole::kSlave}).to_local(kBegin).has_value());
  EXPECT_FALSE(CallClock({}).to_conference(kBegin).has_value());
}

/// One end with its clock, and the events it made.
struct End {
  explicit End(const ConferenceClock& agreed, Timestamp began) : clock(agreed), keeper(agreed, clock, events, began) {}
  std::vector<ClockSynced> synced() {
    std::vector<ClockSynced> found;
    Event event;
    while (events.pop(event))
      if (const auto* one = std::get_if<ClockSynced>(&event)) found.push_back(*one);
    return found;
  }
  EventRing events{"events", 1024};
  CallClock clock;
  ClockKeeper keeper;
};

/// The slave's monotonic clock is that of the test; the master's is 3.7 s ahead of it.
class TwoKeepers : public testing::Test {
 protected:
  static constexpr Duration kAhead = Duration::ms(3700);
  static constexpr Duration kWay = Duration::us(400);

  TwoKeepers() { slave_.keeper.watch(kBegin + Duration::seconds(3600)); }  // reads the machine's clock: not again here
  void exchanges(int count) {
    for (int i = 0; i < count; ++i) {
      const Timestamp t1 = slave_.keeper.next_due();
      const auto question = slave_.keeper.question(t1);
      ASSERT_TRUE(question);
      const Timestamp came = t1 + kWay + kAhead;
      const auto answer = master_.keeper.receive(*question, came, came);
      ASSERT_TRUE(answer);
      now_ = t1 + kWay + kWay;
      EXPECT_FALSE(slave_.keeper.receive(*answer, now_, now_)) << "an answer is not answered";
    }
  }
  End master_{{kMasters, false, ClockRole::kMaster}, kBegin + kAhead};
  End slave_{{kGuess, false, ClockRole::kSlave}, kBegin};
  Timestamp now_ = kBegin;
};

TEST_F(TwoKeepers, NothingIsKnownUntilBothEndsKnowIt) {
  exchanges(4);
  EXPECT_FALSE(slave_.clock.view().known);
  EXPECT_FALSE(master_.clock.view().synchronised);
  EXPECT_EQ(master_.clock.to_conference(now_), now_ + kMasters) << "the master's time is conference time";
  exchanges(1);
  EXPECT_TRUE(slave_.clock.view().synchronised);
  EXPECT_FALSE(master_.clock.view().synchronised) << "nobody has told it yet";
  exchanges(1);
  EXPECT_TRUE(master_.clock.view().synchronised);
  const auto here = slave_.clock.to_conference(now_), there = master_.clock.to_conference(now_ + kAhead);
  ASSERT_TRUE(here && there);
  EXPECT_NEAR((*here - *there).us(), 0, 5);
}

TEST_F(TwoKeepers, BothTellWhatTheyBelieve) {
  exchanges(20);
  const auto by_slave = slave_.synced(), by_master = master_.synced();
  ASSERT_GE(by_slave.size(), 3u);
  ASSERT_GE(by_master.size(), 3u);
  EXPECT_FALSE(by_slave.front().synchronised || by_master.front().synchronised);
  for (const ClockSynced& event : {by_slave.back(), by_master.back()}) {
    EXPECT_TRUE(event.synchronised);
    EXPECT_GT(event.bound_ms, 0.4);
    EXPECT_LT(event.bound_ms, 1);
  }
  EXPECT_EQ(by_slave.back().source.view(), "exchanges");
  EXPECT_EQ(by_master.back().source.view(), "master");
  EXPECT_NEAR(by_slave.back().offset_ms, (kMasters + kAhead - kGuess).ms(), 0.01);
  EXPECT_NEAR(by_slave.back().round_trip_ms.value_or(0), 0.8, 0.001);
  EXPECT_LE(by_slave.size(), 9u) << "once a second at most, and when it begins";
}

TEST_F(TwoKeepers, AMasterDoesNotLearnAndASlaveDoesNotAnswer) {
  const rtp::ClockMessage question{false, now_, {}, {}, {}}, answer{true, now_, now_, now_, Duration{}};
  EXPECT_FALSE(slave_.keeper.receive(question, now_, now_));
  EXPECT_FALSE(master_.keeper.receive(answer, now_, now_));
  EXPECT_FALSE(master_.keeper.question(now_ + Duration::seconds(100)));
  End alone({kGuess, false, ClockRole::kAlone}, now_), same({kGuess, true, ClockRole::kSameMachine}, now_);
  EXPECT_FALSE(alone.keeper.receive(question, now_, now_));
  EXPECT_FALSE(alone.keeper.question(now_ + Duration::seconds(100)));
  EXPECT_TRUE(alone.synced().empty());
  const auto told = same.synced();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_TRUE(told[0].synchronised);
  EXPECT_EQ(told[0].bound_ms, 0);
  EXPECT_EQ(told[0].source.view(), "same clock");
}

}  // namespace
}  // namespace jitterscope
