#include "core/algorithms/shaping/shaper.h"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

namespace jitterscope::shaper_test {
namespace {

constexpr Timestamp kStart = Timestamp::ns(7'000'000'000);
constexpr Duration kPeriod = Duration::ms(250), kFetching = Duration::ms(100);  // sun97's T and T_p

ShapingSetting setting(const char* words) {
  return ShapingSetting::parse(words).value();
}

std::vector<double> due_ms(const FrameSchedule& schedule) {
  std::vector<double> times;
  for (int block = 0; block < schedule.blocks; ++block) times.push_back((schedule.due(block) - kStart).ms());
  return times;
}

std::vector<double> schedule_ms(const char* words, int blocks, Duration period = kPeriod,
                                Duration fetching = kFetching) {
  return due_ms(schedule_frame(setting(words), kStart, blocks, period, fetching));
}

using Times = std::vector<double>;

TEST(Schedule, SendsBurstsOfTheStrategyEachInterval) {
  const std::vector<std::tuple<const char*, int, Times>> schedules{
      {"a", 6, {0, 25, 50, 75, 100, 125}},
      {"b", 6, {0, 0, 0, 75, 75, 75}},
      {"b", 5, {0, 0, 0, 90, 90}},  // T_s · 3/5
      {"c", 6, Times(6, 0)},
      {"2", 6, {0, 0, 50, 50, 100, 100}},
      {"b,60", 7, {0, 0, 0, 60, 60, 60, 120}},  // the papers' own runs of B
      {"a,12.5", 3, {0, 12.5, 25}},
      {"a,0", 3, Times(3, 0)},
      {"a", 1, {0}}};
  for (const auto& [words, blocks, expected] : schedules) EXPECT_EQ(schedule_ms(words, blocks), expected) << words;
}

TEST(Schedule, ABurstLargerThanTheFrameIsTheFrame) {
  const FrameSchedule schedule = schedule_frame(setting("9"), kStart, 4, kPeriod, kFetching);
  EXPECT_EQ(due_ms(schedule), Times(4, 0));
  EXPECT_EQ(schedule.burst_size, 4);
  EXPECT_EQ(schedule.interval, Duration::ms(150));
}

TEST(Schedule, APacingRateStretchesIntervalsAndLeavesBurstsWhole) {
  const auto paced = [](const char* words, Duration least) {
    return due_ms(schedule_frame(setting(words), kStart, 6, kPeriod, kFetching, least));
  };
  EXPECT_EQ(paced("a", Duration::ms(10)), schedule_ms("a", 6)) << "slower than that as it is";
  EXPECT_EQ(paced("a", Duration::ms(40)), (Times{0, 40, 80, 120, 160, 200}));
  EXPECT_EQ(paced("b", Duration::ms(40)), (Times{0, 0, 0, 120, 120, 120}));
  EXPECT_EQ(paced("a,0", Duration::ms(5)), (Times{0, 5, 10, 15, 20, 25}));
  EXPECT_EQ(paced("c", Duration::ms(40)), Times(6, 0));
}

TEST(Schedule, FetchingIsTakenAsWithinThePeriod) {
  EXPECT_EQ(schedule_ms("a", 3, kPeriod, Duration::ms(400)), Times(3, 0));
  EXPECT_EQ(schedule_ms("a", 5, kPeriod, Duration::ms(-10)), (Times{0, 50, 100, 150, 200}));
  EXPECT_EQ(schedule_ms("a", 2, Duration::ms(-1), Duration::ms(0)), Times(2, 0));
}

struct Sent {
  int block;
  double ms;
  bool overrun;
  bool operator==(const Sent&) const = default;
};

/// Carries a frame out in virtual time until the next frame comes at `next_frame_ms` (before a departure due then).
std::vector<Sent> run(Shaper& shaper, double next_frame_ms = 1e9) {
  std::vector<Sent> sent;
  const Timestamp next_frame = kStart + Duration::from_ms(next_frame_ms);
  while (auto next = shaper.next()) {
    if (next->due > next_frame) {
      shaper.finish_now(next_frame);
      next = shaper.next();
    }
    sent.push_back({next->block, (next->due - kStart).ms(), next->overrun});
    shaper.advance();
  }
  return sent;
}

TEST(Shaper, FollowsTheSchedule) {
  Shaper shaper(setting("b"));
  shaper.begin_frame(kStart, 5, kPeriod, kFetching);
  EXPECT_EQ(run(shaper),
            (std::vector<Sent>{{0, 0, false}, {1, 0, false}, {2, 0, false}, {3, 90, false}, {4, 90, false}}));
  EXPECT_EQ(shaper.overrun_blocks(), 0);
}

TEST(Shaper, NothingBeforeTheFirstFrameAndForAnEmptyOne) {
  Shaper shaper(setting("a"));
  EXPECT_FALSE(shaper.next());
  shaper.begin_frame(kStart, 0, kPeriod, kFetching);
  EXPECT_FALSE(shaper.next());
  shaper.advance();
  EXPECT_FALSE(shaper.next());
}

TEST(Shaper, NextAsksForTheSameBlockUntilAdvance) {
  Shaper shaper(setting("a"));
  shaper.begin_frame(kStart, 2, kPeriod, kFetching);
  EXPECT_EQ(shaper.next()->block, 0);
  EXPECT_EQ(shaper.next()->block, 0);
  shaper.advance();
  EXPECT_EQ(shaper.next()->block, 1);
}

TEST(Shaper, ASettingTakesEffectFromTheNextFrame) {
  Shaper shaper(setting("a"));
  shaper.begin_frame(kStart, 3, kPeriod, kFetching);
  shaper.set(setting("c"));
  EXPECT_EQ(run(shaper), (std::vector<Sent>{{0, 0, false}, {1, 50, false}, {2, 100, false}}));
  shaper.begin_frame(kStart, 3, kPeriod, kFetching);
  EXPECT_EQ(run(shaper), (std::vector<Sent>{{0, 0, false}, {1, 0, false}, {2, 0, false}}));
}

TEST(Shaper, TheRestGoesOutAtOnceWhenTheNextFrameComes) {
  Shaper shaper(setting("a,60"));
  shaper.begin_frame(kStart, 6, kPeriod, kFetching);  // 0, 60 … 300 ms; the next frame comes at 250
  EXPECT_EQ(run(shaper, 250),
            (std::vector<Sent>{
                {0, 0, false}, {1, 60, false}, {2, 120, false}, {3, 180, false}, {4, 240, false}, {5, 250, true}}));
  EXPECT_EQ(shaper.overrun_blocks(), 1);
  shaper.begin_frame(kStart, 1, kPeriod, kFetching);
  EXPECT_EQ(shaper.overrun_blocks(), 0);
}

TEST(Shaper, BlocksAlreadyDueAreNoOverrun) {
  Shaper shaper(setting("a"));
  shaper.begin_frame(kStart, 6, kPeriod, kFetching);
  shaper.finish_now(kStart + Duration::ms(60));   // the thread woke late: 0, 25, 50 were due
  shaper.finish_now(kStart + Duration::ms(500));  // a second time changes nothing
  EXPECT_EQ(shaper.overrun_blocks(), 3);
  EXPECT_EQ(
      run(shaper),
      (std::vector<Sent>{{0, 0, false}, {1, 25, false}, {2, 50, false}, {3, 60, true}, {4, 60, true}, {5, 60, true}}));
}

}  // namespace
}  // namespace jitterscope::shaper_test
