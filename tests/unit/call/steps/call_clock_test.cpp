// The clock of each end of a call, and what two keepers make of each other's messages. No sockets.
#include "core/call/exchange/call_clock.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "core/base/realtime/clock.h"
#include "core/call/steps/clock_keeper.h"
#include "core/events/kinds/clock_synced.h"

namespace jitterscope::call_clock_test {
namespace {

constexpr Duration kGuess = Duration::seconds(1'700'000'000), kMasters = Duration::seconds(1'700'000'100);
constexpr Timestamp kBegin = Timestamp::ns(50'000'000'000);

TEST(CallClock, OnlyASlaveDoesNotKnowConferenceTimeFromTheStart) {
  EXPECT_EQ(CallClock({kGuess, false, ClockRole::kMaster}).to_conference(kBegin), kBegin + kGuess);
  EXPECT_EQ(CallClock({kGuess, false, ClockRole::kAlone}).to_conference(kBegin), kBegin + kGuess);
  EXPECT_FALSE(CallClock({kGuess, false, ClockRole::kSlave}).to_conference(kBegin).has_value());
  EXPECT_FALSE(CallClock({}).to_conference(kBegin).has_value());
}

constexpr Duration kAheadOfRaw = Duration::us(250);

/// Of a machine whose clock was slewed so much before, and is not set any more.
struct StillClocks : MachineClocks {
  ClockOffset realtime() const override { return {}; }
  ClockOffset raw() const override { return {-kAheadOfRaw, {}}; }
};

/// One end with its clock, and the events it made.
struct End {
  explicit End(const ConferenceClock& agreed, Timestamp began)
      : clock(agreed), keeper(agreed, clock, machine, {events, kFirstRemote}, began) {
    keeper.begin(began);
  }
  std::vector<ClockSynced> synced() {
    std::vector<ClockSynced> found;
    Event event;
    while (events.pop(event))
      if (const auto* one = get_if<ClockSynced>(&event)) found.push_back(*one);
    return found;
  }
  EventRing events{"events", 1024};
  CallClock clock;
  StillClocks machine;
  ClockKeeper keeper;
};

/// The slave's monotonic clock is that of the test; the master's is 3.7 s ahead of it.
class TwoKeepers : public testing::Test {
 protected:
  static constexpr Duration kAhead = Duration::ms(3700);
  static constexpr Duration kWay = Duration::us(400);

  TwoKeepers() { slave_.keeper.watch(kBegin + Duration::seconds(3600)); }  // its own clocks: not again here
  void exchanges(int count) {
    for (int i = 0; i < count; ++i) {
      const Timestamp t1 = slave_.keeper.next_due();
      const auto question = slave_.keeper.question(t1);
      ASSERT_TRUE(question);
      EXPECT_EQ(question->slewed, kAheadOfRaw) << "each end tells how far its kernel has slewed its clock";
      const Timestamp came = t1 + kWay + kAhead + jumped_;
      const auto answer = master_.keeper.receive(*question, came, came);
      ASSERT_TRUE(answer);
      EXPECT_EQ(answer->slewed, kAheadOfRaw);
      EXPECT_EQ(answer->bound, kStampError);
      now_ = t1 + kWay + kWay;
      EXPECT_FALSE(slave_.keeper.receive(*answer, now_, now_)) << "an answer is not answered";
    }
  }
  End master_{{kMasters, false, ClockRole::kMaster}, kBegin + kAhead};
  End slave_{{kGuess, false, ClockRole::kSlave}, kBegin};
  Timestamp now_ = kBegin;
  Duration jumped_;  // the master's clock since the call began
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
    EXPECT_LT(event.bound_ms, 1.1);
  }
  EXPECT_LT(by_slave.back().bound_ms, 0.8) << "the master is told before the answer: its bound is half a second older";
  EXPECT_EQ(by_slave.back().source.view(), "exchanges");
  EXPECT_EQ(by_master.back().source.view(), "master");
  EXPECT_NEAR(by_slave.back().offset_ms, (kMasters + kAhead - kGuess).ms(), 0.01);
  EXPECT_NEAR(by_slave.back().round_trip_ms.value_or(0), 0.8, 0.001);
  EXPECT_LE(by_slave.size(), 22u) << "with each exchange";
  for (std::size_t i = 1; i < by_slave.size(); ++i) {
    if (!by_slave[i].synchronised) continue;
    EXPECT_GE(by_slave[i].bound_ms, 0.4 + 0.5 * 0.6 + 2 * kStampError.ms() - 0.001)
        << "it holds until the next one is due";
    EXPECT_FALSE(by_slave[i].jumped_ms || by_slave[i].doubted_since);
  }
}

/// The master's clock jumps between two exchanges: what was stamped since the one before is marked.
TEST_F(TwoKeepers, AJumpIsToldWithItsSpan) {
  exchanges(20);
  const Timestamp before = now_;
  slave_.synced();
  jumped_ = Duration::ms(50);
  exchanges(1);
  const auto told = slave_.synced();
  ASSERT_EQ(told.size(), 1u);
  ASSERT_TRUE(told[0].jumped_ms && told[0].doubted_since);
  EXPECT_LE(*told[0].doubted_since, before);
  EXPECT_GE(*told[0].doubted_since, before - Duration::seconds(2));
  EXPECT_NEAR(*told[0].jumped_ms, 50, 1);
  EXPECT_GE(told[0].bound_ms, 50) << "the line works it in; until then the bound says it";
  EXPECT_TRUE(told[0].synchronised);
  exchanges(1);
  EXPECT_FALSE(slave_.synced().back().jumped_ms);
}

/// A machine that slept, or one that means harm: a trace holds no wider bound, and delays are then not known.
TEST_F(TwoKeepers, AJumpOfHoursIsToldAsNotSynchronisedWithABoundThatATraceHolds) {
  exchanges(20);
  slave_.synced();
  jumped_ = Duration::seconds(5 * 3600);
  exchanges(10);
  for (const ClockSynced& told : slave_.synced()) {
    EXPECT_LE(told.bound_ms, trace::kWidestBoundMs);
    EXPECT_FALSE(told.synchronised);
  }
}

/// A clock that runs away is none to follow: both ends know that delays are not known.
TEST_F(TwoKeepers, ARateThatIsNotAdmittedEndsSynchronisedAtBothEnds) {
  exchanges(10);
  EXPECT_TRUE(slave_.clock.view().synchronised && master_.clock.view().synchronised);
  for (int i = 0; i < 12; ++i) {
    jumped_ += Duration::ms(5);  // 10 000 ppm
    exchanges(1);
  }
  EXPECT_FALSE(slave_.clock.view().synchronised);
  EXPECT_TRUE(slave_.clock.view().known);
  EXPECT_FALSE(master_.clock.view().synchronised);
  EXPECT_FALSE(slave_.synced().back().synchronised);
}

/// The master's clock begins to gain 200 ppm and its answers say so, or do not: the largest error (µs) of the slave's
/// conference time in the half second up to each of the answers that follow.
double farthest_us_after_slew(bool told) {
  constexpr Duration kWay = Duration::us(400), kAgreed = Duration::seconds(1'700'000'100);
  static constexpr Timestamp kSlewed = kBegin + Duration::seconds(20), kEnd = kBegin + Duration::seconds(30);
  const auto gained = [](Timestamp now) {
    return now < kSlewed ? Duration{} : Duration::from_seconds(200e-6 * (now - kSlewed).seconds());
  };
  End master({kAgreed, false, ClockRole::kMaster}, kBegin), slave({kGuess, false, ClockRole::kSlave}, kBegin);
  slave.keeper.watch(kBegin + Duration::seconds(3600));
  const Duration began = -measure_raw_offset().offset;
  double farthest = 0;
  for (Timestamp t1 = kBegin; t1 < kEnd; t1 = slave.keeper.next_due()) {
    const auto here = slave.clock.to_conference(t1), there = master.clock.to_conference(t1 + gained(t1));
    if (t1 > kSlewed && here && there) farthest = std::max(farthest, std::abs((*here - *there).us()));
    const auto question = slave.keeper.question(t1);
    const Timestamp came = t1 + kWay + gained(t1 + kWay), done = t1 + kWay + kWay;
    auto answer = question ? master.keeper.receive(*question, came, came) : std::nullopt;
    if (!answer) throw std::logic_error("no question or no answer");
    answer->slewed = began + (told ? gained(t1 + kWay) : Duration{});
    slave.keeper.receive(*answer, done, done);
  }
  return farthest;
}

TEST(KeepersThatSlew, WhatTheMasterSaysItGainsBendsNoLine) {
  const double told = farthest_us_after_slew(true), untold = farthest_us_after_slew(false);
  EXPECT_GT(untold, 200) << "the lines of before have to be forgotten first";
  EXPECT_LT(told * 3, untold);
  EXPECT_LT(told, 150) << "half a second at 200 ppm, until the first answer that says so";
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
  EXPECT_EQ(told[0].bound_ms, kStampError.ms()) << "what stamps of one clock may be wrong by";
  EXPECT_EQ(told[0].source.view(), "same clock");
}

}  // namespace
}  // namespace jitterscope::call_clock_test
