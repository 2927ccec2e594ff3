#include "core/algorithms/link/line.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "link_trial.h"

namespace jitterscope::link::line_test {
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
    const bool now = loss.next(setting, {0, static_cast<std::uint64_t>(i)});
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

struct Moments {
  double mean = 0, deviation = 0, correlation = 0;  // ms, ms, of successive ones
};

Moments moments_of(const std::vector<double>& values) {
  Moments moments;
  moments.mean = mean(values);
  double square = 0, product = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    square += (values[i] - moments.mean) * (values[i] - moments.mean);
    if (i > 0) product += (values[i] - moments.mean) * (values[i - 1] - moments.mean);
  }
  moments.deviation = std::sqrt(square / static_cast<double>(values.size()));
  moments.correlation = product / square;
  return moments;
}

std::vector<double> jitters_ms(std::string_view words) {
  const LinkSetting setting = setting_of(words);
  Jitter jitter(11);
  std::vector<double> values;
  for (std::uint64_t i = 0; i < 400'000; ++i) values.push_back(jitter.next(setting, {0, i}).ms());
  return values;
}

TEST(Jitter, HasTheMomentsOfItsDistributionWhateverTheCorrelation) {
  const double uniform_ms = 6 / std::sqrt(3.0), uniform_correlation = 6 / std::acos(-1.0) * std::asin(0.3);
  const std::vector<std::tuple<const char*, double, double>> shapes{
      // words, deviation, correlation
      {"jitter=6ms", uniform_ms, 0},
      {"jitter=6ms,correlation=60%", uniform_ms, uniform_correlation},
      {"jitter=5ms,distribution=normal", 5, 0},
      {"jitter=5ms,distribution=normal,correlation=60%", 5, 0.6}};
  for (const auto& [words, deviation, correlation] : shapes) {
    const Moments moments = moments_of(jitters_ms(words));
    EXPECT_NEAR(moments.mean, 0, 0.03) << words;
    EXPECT_NEAR(moments.deviation, deviation, 0.03) << words;
    EXPECT_NEAR(moments.correlation, correlation, 0.01) << words;
  }
}

TEST(Jitter, UniformIsBoundedAndNormalHasItsShape) {
  const auto uniform = jitters_ms("jitter=6ms"), normal = jitters_ms("jitter=5ms,distribution=normal");
  const auto [least, most] = std::minmax_element(uniform.begin(), uniform.end());
  EXPECT_GE(*least, -6);
  EXPECT_LE(*most, 6);
  EXPECT_GT(*most - *least, 11.99);
  const auto within = std::count_if(normal.begin(), normal.end(), [](double value) { return std::abs(value) < 5; });
  EXPECT_NEAR(static_cast<double>(within) / static_cast<double>(normal.size()), 0.6827, 0.003);
}

TEST(Jitter, Pareto) {
  const auto values = jitters_ms("jitter=4ms,distribution=pareto");
  EXPECT_GE(*std::min_element(values.begin(), values.end()), 0);
  EXPECT_NEAR(mean(values), 2, 0.03);
  for (const double x : {1.0, 4.0, 20.0}) {  // P(above x) = (1 + x/scale)^−3
    const auto above = std::count_if(values.begin(), values.end(), [x](double value) { return value > x; });
    const double expected = std::pow(1 + x / 4, -3);
    EXPECT_NEAR(static_cast<double>(above) / static_cast<double>(values.size()), expected, 0.003) << x;
  }
}

TEST(Jitter, OnTheLinkDelayIsNeverNegative) {
  const auto network = network_of("delay=1ms,jitter=10ms,distribution=normal,order=free");
  const auto delays = delays_ms(steady(*network, 20'000, 100, Duration::ms(1)), Duration::ms(1));
  EXPECT_EQ(*std::min_element(delays.begin(), delays.end()), 0);
  EXPECT_GT(*std::max_element(delays.begin(), delays.end()), 25);
}

TEST(Jitter, OrderIsKeptUnlessFree) {
  const auto in_order = [](const Results& results) {
    return std::is_sorted(results.departures.begin(), results.departures.end(),
                          [](const Departure& a, const Departure& b) { return a.id < b.id; });
  };
  const auto by_time = [](const Results& results) {
    return std::is_sorted(results.departures.begin(), results.departures.end(),
                          [](const Departure& a, const Departure& b) { return a.at < b.at; });
  };
  const Results kept = steady(*network_of("delay=20ms,jitter=10ms"), 10'000, 100, Duration::ms(1));
  const Results free = steady(*network_of("delay=20ms,jitter=10ms,order=free"), 10'000, 100, Duration::ms(1));
  EXPECT_TRUE(in_order(kept));
  EXPECT_FALSE(in_order(free));
  EXPECT_TRUE(by_time(kept));
  EXPECT_TRUE(by_time(free));
  EXPECT_EQ(free.departures.size(), 10'000u);
  EXPECT_NEAR(mean(delays_ms(free, Duration::ms(1))), 20, 0.2);
  EXPECT_NEAR(moments_of(delays_ms(free, Duration::ms(1))).deviation, 10 / std::sqrt(3.0), 0.1);
}

}  // namespace
}  // namespace jitterscope::link::line_test
