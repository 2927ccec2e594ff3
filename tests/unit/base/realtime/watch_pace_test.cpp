#include "core/base/realtime/watchdog.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/base/realtime/runaway_search.h"

namespace jitterscope::watch_pace_test {
namespace {

constexpr Duration kStep = Duration::us(100);
constexpr Duration kHz100 = Duration::ms(10), kHz250 = Duration::ms(4), kHz1000 = Duration::ms(1);

Timestamp at_ms(std::int64_t ms) {
  return Timestamp() + Duration::ms(ms);
}

/// A thread that runs for `busy` of each `period`, counted from `begin` on.
struct Load {
  Duration busy, period;
  Timestamp begin;
  std::optional<Timestamp> real_time = {};  // since when

  bool runs(Timestamp now) const { return now >= begin && (now - begin).ns() % period.ns() < busy.ns(); }
  bool is_real_time(Timestamp now) const { return real_time && now >= *real_time; }
};

/// A process under the watchdog's eyes, whose kernel counts processor time exactly and sees at its ticks, of a thread
/// that runs then, that enough was used for the bell.
class VirtualProcess {
 public:
  VirtualProcess(std::vector<Load> loads, Duration tick) : loads_(std::move(loads)), tick_(tick) {
    used_.resize(loads_.size());
  }

  void run_until(Timestamp end) {
    for (; now_ < end; now_ += kStep) {
      bool at_tick = false;
      for (std::size_t i = 0; i < loads_.size(); ++i) {
        if (!loads_[i].runs(now_)) continue;
        used_[i] += kStep;
        all_used_ += kStep;
        at_tick |= (now_ + kStep).ns() % tick_.ns() == 0;
      }
      rung_ |= at_tick && pause_.processor_time && all_used_ >= at_look_ + *pause_.processor_time;
      const Duration since = now_ + kStep - looked_;
      if (since >= pause_.longest || (rung_ && since >= pause_.shortest)) look(now_ + kStep);
    }
  }

  int looks() const { return looks_; }
  /// Of the first load that was taken for a runaway.
  std::optional<Timestamp> demoted() const { return demoted_; }
  bool above_all = true, has_bell = true;

 private:
  void look(Timestamp now) {
    ++looks_;
    WatchSeen seen{.above_all = above_all, .has_bell = has_bell, .since = now - looked_, .used = all_used_ - at_look_};
    search_.begin_look(now);
    for (std::size_t i = 0; i < loads_.size(); ++i) {
      if (!loads_[i].is_real_time(now)) continue;
      seen.real_time = true;
      const auto use = search_.look_at(static_cast<pid_t>(i) + 1, used_[i]);
      if (use && use->used.seconds() >= budget_.share * use->window.seconds() && !demoted_) demoted_ = now;
    }
    search_.end_look();
    pause_ = pause_after(seen, budget_);
    looked_ = now;
    at_look_ = all_used_;
    rung_ = false;
  }

  const std::vector<Load> loads_;
  const Duration tick_;
  const WatchdogBudget budget_;
  RunawaySearch search_{budget_.window};
  std::vector<Duration> used_;
  Duration all_used_, at_look_;
  Timestamp now_, looked_;
  WatchPause pause_{};
  bool rung_ = false;
  int looks_ = 0;
  std::optional<Timestamp> demoted_;
};

/// A call of two: sound and picture both ways, 12 % of a processor.
std::vector<Load> quiet_call(std::optional<Timestamp> real_time) {
  return {{Duration::us(200), Duration::ms(20), at_ms(0), real_time},
          {Duration::us(300), Duration::ms(20), at_ms(7), real_time},
          {Duration::us(500), Duration::ms(33), at_ms(3), real_time},
          {Duration::us(500), Duration::ms(33), at_ms(19), real_time},
          {Duration::us(2500), Duration::ms(67), at_ms(1)},
          {Duration::us(2500), Duration::ms(100), at_ms(5)}};
}

int looks_in_ten_seconds(std::vector<Load> loads) {
  VirtualProcess process(std::move(loads), kHz250);
  process.run_until(at_ms(10'000));
  EXPECT_FALSE(process.demoted());
  return process.looks();
}

TEST(WatchPace, AQuietCallIsLookedAtByWhatItUses) {
  EXPECT_LE(looks_in_ten_seconds(quiet_call(at_ms(0))), 90);
}

TEST(WatchPace, ACallAtRestIsLookedAtAFewTimesASecond) {
  EXPECT_LE(looks_in_ten_seconds({{Duration::us(100), Duration::ms(20), at_ms(0), at_ms(0)}}), 51);
}

TEST(WatchPace, WithoutAClassInForceOneThatRestsIsLookedAtOnceASecond) {
  EXPECT_LE(looks_in_ten_seconds({{Duration::us(100), Duration::ms(20), at_ms(0)}}), 15);
}

TEST(WatchPace, WhateverIsUsedThereAreNoMoreLooksThanJudgingNeeds) {
  const Load busy{Duration::ms(1), Duration::ms(1), at_ms(0)};
  EXPECT_LE(looks_in_ten_seconds({busy, busy, busy, busy}), 401);
}

TEST(WatchPace, WithoutItsOwnClassItLooksOnceASecond) {
  VirtualProcess process(quiet_call(at_ms(0)), kHz250);
  process.above_all = false;
  process.run_until(at_ms(10'000));
  EXPECT_LE(process.looks(), 11);
}

struct Case {
  Duration tick, busy, period;
  bool known;  // it had its class before, at rest
  bool quiet;  // nothing else runs
  bool has_bell = true;
};

/// The longest that such a runaway has run before it loses its class, in ms, whenever it begins.
double longest_run(const Case& of) {
  double longest = 0;
  for (std::int64_t begin_ms = 500; begin_ms < 900; begin_ms += 7) {
    const Timestamp begin = at_ms(begin_ms);
    std::vector<Load> loads = of.quiet ? std::vector<Load>() : quiet_call(at_ms(0));
    loads.push_back({of.busy, of.period, begin, of.known ? at_ms(0) : begin});
    VirtualProcess process(std::move(loads), of.tick);
    process.has_bell = of.has_bell;
    process.run_until(begin + Duration::ms(500));
    EXPECT_TRUE(process.demoted());
    if (process.demoted()) longest = std::max(longest, (*process.demoted() - begin).ms());
  }
  return longest;
}

TEST(WatchPace, OneThatSpinsLosesItsClassInTimeWheneverItBegins) {
  const Duration all = Duration::ms(20);
  for (const bool quiet : {false, true})
    for (const bool known : {false, true}) {
      EXPECT_LE(longest_run({kHz1000, all, all, known, quiet}), 125) << quiet << known;
      EXPECT_LE(longest_run({kHz250, all, all, known, quiet}), 125) << quiet << known;
      EXPECT_LE(longest_run({kHz100, all, all, known, quiet}), 135) << quiet << known;
      EXPECT_LE(longest_run({kHz250, all, all, known, quiet, false}), 125) << quiet << known << ", without a bell";
    }
}

TEST(WatchPace, OneThatRestsALittleLosesItsClassInTimeToo) {
  for (const bool quiet : {false, true})
    for (const bool known : {false, true})
      EXPECT_LE(longest_run({kHz250, Duration::from_ms(16.5), Duration::ms(20), known, quiet}), 150) << quiet << known;
}

TEST(WatchPace, OneThatRestsAtEveryTickOfTheKernelIsFoundByTheLooksThatComeAnyway) {
  const auto found_after = [](bool known) {
    VirtualProcess process({{Duration::from_ms(3.6), kHz250, at_ms(1000), known ? at_ms(0) : at_ms(1000)}}, kHz250);
    process.run_until(at_ms(5000));
    return process.demoted() ? (*process.demoted() - at_ms(1000)).ms() : 1e9;
  };
  EXPECT_LE(found_after(true), 400);
  EXPECT_LE(found_after(false), 1400);
}

}  // namespace
}  // namespace jitterscope::watch_pace_test
