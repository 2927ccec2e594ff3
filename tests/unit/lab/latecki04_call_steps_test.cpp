// Two-stream control in a call whose link limits both ways, as the demonstration's does, when its rate falls and rises:
// PCMU beside JPEG pictures of several packets, and reports that wait in a queue like the media's.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/lab/latecki04_simulation.h"

namespace jitterscope {
namespace {

constexpr double kFallS = 37, kRiseS = 62;
constexpr int kSeeds = 50;

RateScenario call_through(std::string_view link) {
  RateScenario scenario;
  std::string error;
  const auto settings = LinkSettings::parse(link, error);
  EXPECT_TRUE(settings) << error;
  scenario.link = settings.value_or(LinkSettings{});
  scenario.both_ways = true;
  scenario.sound = {Duration::ms(32), 286};
  scenario.picture.period = Duration::us(66'667);
  scenario.picture.smallest = 2500;
  scenario.picture.largest = 40'000;
  scenario.picture.spread = 0.1;
  scenario.picture.packet_header = 60;
  scenario.picture.spread_evenly = true;
  scenario.feedback_interval = Duration::ms(200);
  scenario.alone_before = scenario.alone_after = Duration::seconds(2);
  scenario.with_picture = Duration::seconds(86);
  return scenario;
}

double highest_delay_ms(const RateRun& run, double from_s, double until_s) {
  double highest = 0;
  for (const SoundFate& sound : run.sound)
    if (sound.delay && sound.sent.seconds() >= from_s && sound.sent.seconds() < until_s)
      highest = std::max(highest, sound.delay->ms());
  return highest;
}

double use_between(const RateRun& run, std::size_t from, std::size_t until) {
  double bytes = 0, capacity = 0;
  for (std::size_t i = from; i < until; ++i) {
    bytes += static_cast<double>(run.seconds.at(i).sound + run.seconds.at(i).picture);
    capacity += run.seconds.at(i).capacity_kbps * 125;
  }
  return bytes / capacity;
}

/// How many of the seeds keep the limits that the product sets itself: below 100 ms above the base from 3 s after the
/// fall on, 85 % of the link in use 20 s after the rise. None may lose more than 1 % of the sound.
struct Kept {
  int fall = 0, rise = 0;
  double highest_ms = 0;  // over the base, from 3 s after the fall to the rise
};

Kept count_kept(std::string_view link) {
  const RateScenario scenario = call_through(link);
  Kept kept;
  for (std::uint64_t seed = 1001; seed <= 1000 + kSeeds; ++seed) {
    std::string error;
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
}  // namespace jitterscope
