#include "core/link/loss.h"

#include "link_trial.h"

namespace jitterscope::link::loss_test {
namespace {

struct Losses {
  double share = 0, mean_burst = 0;  // a burst: losses in a row
};

Losses losses_of(std::string_view words, int packets = 1'000'000) {
  const LinkSetting setting = setting_of(words);
  Loss loss(3);
  int lost = 0, bursts = 0;
  bool before = false;
  for (int i = 0; i < packets; ++i) {
    const bool now = loss.next(setting);
    lost += now;
    bursts += now && !before;
    before = now;
  }
  return {static_cast<double>(lost) / packets, bursts ? static_cast<double>(lost) / bursts : 0};
}

TEST(Loss, Bernoulli) {
  EXPECT_EQ(losses_of("off").share, 0);
  EXPECT_EQ(losses_of("loss=100%").share, 1);
  const Losses losses = losses_of("loss=5%");
  EXPECT_NEAR(losses.share / 0.05, 1, 0.02);
  EXPECT_NEAR(losses.mean_burst, 1 / 0.95, 0.01);
}

TEST(Loss, GilbertElliottsMeanAndBursts) {
  const auto check = [](double p, double r, double bad, double good, std::string_view words) {
    const Losses losses = losses_of(words, 4'000'000);
    EXPECT_NEAR(losses.share / ((r * good + p * bad) / (p + r)), 1, 0.02) << words;
    if (good == 0) { EXPECT_NEAR(losses.mean_burst / (1 / (1 - (1 - r) * bad)), 1, 0.02) << words; }
  };
  check(0.01, 0.1, 0.7, 0, "gemodel=1%/10%/70%/0");
  check(0.01, 0.2, 1, 0, "gemodel=1%/20%");  // Gilbert: a burst is a stay in the bad state, 1/r
  check(0.05, 0.95, 1, 0, "gemodel=5%");     // r = 1 − p: no memory
  check(0.02, 0.3, 0.5, 0.01, "gemodel=2%/30%/50%/1%");
}

TEST(Loss, OfTheModelReachesTheResults) {
  const Results results = steady(*network_of("gemodel=1%/20%,delay=5ms"), 200'000, 1000, Duration::ms(1));
  EXPECT_EQ(results.departures.size() + results.drops.size(), 200'000u);
  EXPECT_NEAR(static_cast<double>(results.drops.size()) / 200'000, 0.01 / 0.21, 0.003);
  for (const Drop& drop : results.drops) ASSERT_EQ(drop.reason, LinkDrop::kRandomLoss);
}

}  // namespace
}  // namespace jitterscope::link::loss_test
