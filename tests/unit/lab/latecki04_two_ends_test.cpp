// Two-stream control in a call whose link limits both ways, as the demonstration's does, when its rate falls and rises:
// PCMU beside JPEG pictures of several packets, both ends in control, reports that wait in a queue like the media's.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "tests/unit/lab/call_of_two.h"

namespace jitterscope::latecki04_two_ends_test {
namespace {

constexpr double kFallS = 37, kRiseS = 62, kEndS = 90;
constexpr std::uint64_t kFirstSeed = 1001, kSeeds = 50;  // none that a choice was made by

/// Of ends of calls: how many keep the limits that the product sets itself. Below 100 ms above the base from 3 s after
/// the fall on, until the rise and until the end; 85 % of the link in use 20 s after the rise.
struct Kept {
  int ends = 0, fall = 0, to_the_end = 0, rise = 0;
  double lost = 0;  // of the sound, of any end
};

Kept count_kept(std::string_view link, double after_kbps) {
  CallScenario scenario;
  std::string error;
  const auto settings = LinkSettings::parse(link, error);
  EXPECT_TRUE(settings) << error;
  scenario.link = settings.value_or(LinkSettings{});
  Kept kept;
  for (std::uint64_t seed = kFirstSeed; seed < kFirstSeed + kSeeds; ++seed) {
    for (const EndRun& end : run_call(scenario, seed)) {
      const double limit = end.least_ms() + 100;
      ++kept.ends;
      kept.fall += end.highest_ms(kFallS + 3, kRiseS) < limit;
      kept.to_the_end += end.highest_ms(kFallS + 3, kEndS) < limit;
      kept.rise += end.carried_kbps(82, 87) >= 0.85 * after_kbps;
      kept.lost = std::max(kept.lost, end.lost_until(kEndS - 3));
    }
  }
  return kept;
}

void expect_kept(const Kept& kept, int percent) {
  EXPECT_GE(kept.fall * 100, kept.ends * percent);
  EXPECT_GE(kept.to_the_end * 100, kept.ends * percent);
  EXPECT_GE(kept.rise * 100, kept.ends * percent);
  EXPECT_LE(kept.lost, 0.01);
}

TEST(Latecki04TwoEnds, AFallByAThirdAndTheRiseBack) {
  expect_kept(count_kept("rate=300kbit,limit=50,at=37s:rate=200kbit,at=62s:rate=300kbit", 300), 97);
}

/// The sound alone takes more than half of what is left, and a packet of the picture 66 ms: two of them are too many.
TEST(Latecki04TwoEnds, AFallByHalfAndTheRiseBack) {
  expect_kept(count_kept("rate=300kbit,limit=50,at=37s:rate=150kbit,at=62s:rate=300kbit", 300), 96);
}

TEST(Latecki04TwoEnds, AFallOfOneWayAlone) {
  for (const std::string_view link :
       {"up:rate=300kbit,limit=50,at=37s:rate=200kbit,at=62s:rate=300kbit;down:rate=300kbit,limit=50",
        "up:rate=300kbit,limit=50,at=37s:rate=150kbit,at=62s:rate=300kbit;down:rate=300kbit,limit=50"})
    expect_kept(count_kept(link, 300), 97);
}

TEST(Latecki04TwoEnds, OnQuickerLinks) {
  expect_kept(count_kept("rate=500kbit,limit=50,at=37s:rate=250kbit,at=62s:rate=500kbit", 500), 98);
  expect_kept(count_kept("rate=1mbit,limit=50,at=37s:rate=300kbit,at=62s:rate=1mbit", 1000), 92);
}

/// The second end's picture is more than its way carries, and crowds out half of its sound and of its reports.
TEST(Latecki04TwoEnds, AnUncontrolledPictureTheOtherWayDoesNotKeepTheControlledOneSmall) {
  CallScenario scenario;
  std::string error;
  scenario.link = LinkSettings::parse("rate=2.5mbit,limit=120,delay=20ms", error).value_or(LinkSettings{});
  scenario.second_is_controlled = false;
  scenario.length = Duration::seconds(32);
  int found = 0;
  double least = 1e9;
  constexpr std::uint64_t kRuns = 20;
  for (std::uint64_t seed = kFirstSeed; seed < kFirstSeed + kRuns; ++seed) {
    const auto ends = run_call(scenario, seed);
    ASSERT_GT(ends[1].lost_until(30), 0.3) << "it is crowded";
    const double carried = ends[0].carried_kbps(20, 30);
    found += carried >= 0.8 * 2500;
    least = std::min(least, carried);
  }
  EXPECT_GE(found * 100, static_cast<int>(kRuns) * 90);
  EXPECT_GE(least, 0.5 * 2500);
}

/// What the run itself is worth: without control the queue fills.
TEST(Latecki04TwoEnds, WithTooHighARateTheLimitsAreFarAway) {
  CallScenario scenario;
  std::string error;
  scenario.link = LinkSettings::parse("rate=200kbit,limit=50", error).value_or(LinkSettings{});
  scenario.control.controller = "fixed";
  scenario.control.argument = "200kbit";
  scenario.length = Duration::seconds(30);
  for (const EndRun& end : run_call(scenario, kFirstSeed)) {
    EXPECT_GT(end.highest_ms(10, 30), 1000);
    EXPECT_NEAR(end.carried_kbps(10, 28), 200, 8);
  }
}

}  // namespace
}  // namespace jitterscope::latecki04_two_ends_test
