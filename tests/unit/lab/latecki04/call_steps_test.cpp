// Two-stream control in a call whose link limits both ways, as the demonstration's does, when its rate falls and rises:
// PCMU beside JPEG pictures of several packets, both ends in control, reports that wait in a queue like the media's.
#include <gtest/gtest.h>

#include "core/algorithms/rate/rate_controller.h"
#include "tests/unit/lab/engine/rate_run.h"

namespace jitterscope::latecki04_call_steps_test {
namespace {

constexpr double kFallS = 37, kRiseS = 62, kEndS = 88;
constexpr int kSeeds = 50;

RateScenario call_through(std::string_view link) {
  std::string error;
  const auto settings = LinkSettings::parse(link, error);
  EXPECT_TRUE(settings) << error;
  return call_both_ways(settings.value_or(LinkSettings{}), 2500);
}

struct Steps {
  const char *name, *link;
  int least_percent;     // of the seeds keep each limit that the product sets itself
  double most_ms = 110;  // above the base, whatever the seed
};

class Latecki04CallSteps : public testing::TestWithParam<Steps> {};

/// Below 100 ms above the base from 3 s after the fall on, until the rise and until the end; 85 % of the link in use
/// 20 s after the rise. None may lose more than 1 % of the sound.
TEST_P(Latecki04CallSteps, AreFollowed) {
  const RateScenario scenario = call_through(GetParam().link);
  int fall = 0, to_the_end = 0, rise = 0;
  double highest_ms = 0;
  std::string error;
  for (std::uint64_t seed = 1001; seed <= 1000 + kSeeds; ++seed) {
    const auto run = simulate(scenario, seed, error);
    ASSERT_TRUE(run) << error;
    const RateFigures figures = figures_of(scenario, *run);
    EXPECT_LE(figures.sound_loss, 0.01) << seed;
    const double above = highest_delay_ms(*run, kFallS + 3, kRiseS) - figures.base_ms;
    highest_ms = std::max(highest_ms, above);
    fall += above < 100;
    to_the_end += highest_delay_ms(*run, kFallS + 3, kEndS) - figures.base_ms < 100;
    rise += use_between(*run, kRiseS + 20, kRiseS + 25) >= 0.85;
  }
  EXPECT_GE(fall * 100, kSeeds * GetParam().least_percent);
  EXPECT_GE(to_the_end * 100, kSeeds * GetParam().least_percent);
  EXPECT_GE(rise * 100, kSeeds * GetParam().least_percent);
  EXPECT_LE(highest_ms, GetParam().most_ms);
}

// At 150 kbit/s the sound alone takes more than half of what is left, and a packet of the picture 60 ms: two of them
// are too many.
INSTANTIATE_TEST_SUITE_P(
    OfALink, Latecki04CallSteps,
    testing::Values(Steps{"ByAThird", "rate=300kbit,limit=50,delay=1ms,at=37s:rate=200kbit,at=62s:rate=300kbit", 96},
                    Steps{"ByHalf", "rate=300kbit,limit=50,delay=1ms,at=37s:rate=150kbit,at=62s:rate=300kbit", 96},
                    Steps{"OfOneWayByAThird",
                          "up:rate=300kbit,limit=50,at=37s:rate=200kbit,at=62s:rate=300kbit;down:rate=300kbit,limit=50",
                          96},
                    Steps{"OfOneWayByHalf",
                          "up:rate=300kbit,limit=50,at=37s:rate=150kbit,at=62s:rate=300kbit;down:rate=300kbit,limit=50",
                          96, 200},
                    Steps{"OfAQuickerLink", "rate=500kbit,limit=50,at=37s:rate=250kbit,at=62s:rate=500kbit", 96},
                    Steps{"OfAFastLink", "rate=1mbit,limit=50,at=37s:rate=300kbit,at=62s:rate=1mbit", 92, 140}),
    [](const auto& of) { return of.param.name; });

/// The second end's picture is more than its way carries, and crowds out its own sound and reports.
TEST(Latecki04CallSteps, AnUncontrolledPictureTheOtherWayDoesNotKeepTheControlledOneSmall) {
  RateScenario scenario = call_through("rate=2.5mbit,limit=120,delay=20ms");
  const RateControlSetting two_stream = scenario.control;
  scenario.control.controller = "off";  // of the second end
  scenario.wanted = DataRate::kbits_per_second(4000);
  scenario.with_picture = Duration::seconds(30);
  int found = 0;
  for (std::uint64_t seed = 1001; seed <= 1010; ++seed) {
    std::string error;
    const auto run = simulate_with(make_rate_controller({two_stream, {}}, error), scenario, seed, error);
    ASSERT_TRUE(run) << error;
    const double use = use_between(*run, 20, 30);
    found += use >= 0.8;
    EXPECT_GE(use, 0.5) << seed;
  }
  EXPECT_GE(found, 9);
}

}  // namespace
}  // namespace jitterscope::latecki04_call_steps_test
