// Two-stream control in a call whose link limits both ways, as the demonstration's does, when its rate falls and rises:
// PCMU beside JPEG pictures of several packets, and reports that wait in a queue like the media's.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/lab/rate_run.h"

namespace jitterscope::latecki04_call_steps_test {
namespace {

constexpr double kFallS = 37, kRiseS = 62;
constexpr int kSeeds = 50;

/// How many of the seeds keep the limits that the product sets itself: below 100 ms above the base from 3 s after the
/// fall on, 85 % of the link in use 20 s after the rise. None may lose more than 1 % of the sound.
struct Kept {
  int fall = 0, rise = 0;
  double highest_ms = 0;  // over the base, from 3 s after the fall to the rise
};

Kept count_kept(std::string_view link) {
  std::string error;
  const auto settings = LinkSettings::parse(link, error);
  EXPECT_TRUE(settings) << error;
  const RateScenario scenario = call_both_ways(settings.value_or(LinkSettings{}), 2500);
  Kept kept;
  for (std::uint64_t seed = 1001; seed <= 1000 + kSeeds; ++seed) {
    const auto run = simulate(scenario, seed, error);
    EXPECT_TRUE(run) << error;
    if (!run) break;
    const RateFigures figures = figures_of(scenario, *run);
    EXPECT_LE(figures.sound_loss, 0.01) << seed;
    const double above = highest_delay_ms(*run, kFallS + 3, kRiseS) - figures.base_ms;
    kept.highest_ms = std::max(kept.highest_ms, above);
    kept.fall += above < 100;
    kept.rise += use_between(*run, kRiseS + 20, kRiseS + 25) >= 0.85;
  }
  return kept;
}

TEST(Latecki04CallSteps, AFallByAThirdAndTheRiseBack) {
  const Kept kept = count_kept("rate=300kbit,limit=50,delay=1ms,at=37s:rate=200kbit,at=62s:rate=300kbit");
  EXPECT_GE(kept.fall, kSeeds * 98 / 100);
  EXPECT_GE(kept.rise, kSeeds * 98 / 100);
  EXPECT_LE(kept.highest_ms, 110);
}

/// The sound alone takes more than half of what is left, and a packet of the picture 60 ms: two of them are too many.
TEST(Latecki04CallSteps, AFallByHalfAndTheRiseBack) {
  const Kept kept = count_kept("rate=300kbit,limit=50,delay=1ms,at=37s:rate=150kbit,at=62s:rate=300kbit");
  EXPECT_GE(kept.fall, kSeeds * 98 / 100);
  EXPECT_GE(kept.rise, kSeeds * 98 / 100);
  EXPECT_LE(kept.highest_ms, 110);
}

}  // namespace
}  // namespace jitterscope::latecki04_call_steps_test
