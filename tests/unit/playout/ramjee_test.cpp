// Delays worked out by hand from the published rules; transits in ms.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "core/playout/ramjee_policy.h"

namespace jitterscope::ramjee_test {
namespace {

constexpr double kTight = 1e-9;

TEST(Ramjee, algorithm_1_averages_slowly) {
  AverageEstimator estimator(RamjeeConstants::kWeight);
  EXPECT_EQ(estimator.update(100, true).delay_ms, 100);  // v = 0.998002 · 10 + 0.001998 · 0
  const DelayEstimate second = estimator.update(150, false);
  EXPECT_NEAR(second.delay_ms, 100.0999, kTight);  // 99.8002 + 0.001998 · 150
  // 0.998002 · 9.98002 + 0.001998 · |100.0999 − 150| = 9.96007992 + 0.09970040
  EXPECT_NEAR(second.variation_ms, 10.0597803198, kTight);
  EXPECT_NEAR(second.playout_ms(), second.delay_ms + 4 * second.variation_ms, kTight);
}

TEST(Ramjee, algorithm_2_rises_quickly_and_falls_slowly) {
  AverageEstimator estimator(RamjeeConstants::kRisingWeight);
  estimator.update(100, true);
  EXPECT_NEAR(estimator.update(140, false).delay_ms, 110, kTight);        // 0.75 · 100 + 0.25 · 140
  EXPECT_NEAR(estimator.update(100, false).delay_ms, 109.98002, kTight);  // 0.998002 · 110 + 0.001998 · 100
}

TEST(Ramjee, algorithm_3_takes_the_minimum_of_the_talkspurt_before) {
  MinimumEstimator estimator;
  EXPECT_EQ(estimator.update(50, true).delay_ms, 50);
  EXPECT_EQ(estimator.update(30, false).delay_ms, 50);
  EXPECT_EQ(estimator.update(40, false).delay_ms, 50);
  EXPECT_EQ(estimator.update(70, true).delay_ms, 30);
  EXPECT_EQ(estimator.update(60, false).delay_ms, 30);
  EXPECT_EQ(estimator.update(20, true).delay_ms, 60);
}

/// v stands at 10 · (7/8)² before the spike, so that it begins beyond 100 + 2 · 7.65625 = 115.3 ms of rise.
TEST(Ramjee, algorithm_4_follows_a_spike_and_leaves_it) {
  SpikeEstimator estimator;
  estimator.update(50, true);
  DelayEstimate estimate = estimator.update(50, false);
  EXPECT_DOUBLE_EQ(estimate.variation_ms, 7.65625);
  // Entry: 250 − 50 > 115.3. d = 50 + 200; v = 7/8 · 7.65625 + 1/8 · |250 − 250|.
  estimate = estimator.update(250, false);
  EXPECT_TRUE(estimator.in_spike());
  EXPECT_DOUBLE_EQ(estimate.delay_ms, 250);
  EXPECT_DOUBLE_EQ(estimate.variation_ms, 6.69921875);
  // slope = 0/2 + |2 · 230 − 250 − 50|/8 = 20: still a spike. d = 250 − 20.
  estimate = estimator.update(230, false);
  EXPECT_TRUE(estimator.in_spike());
  EXPECT_DOUBLE_EQ(estimate.delay_ms, 230);
  // slope = 10 + |2 · 210 − 230 − 250|/8 = 17.5. d = 210.
  estimate = estimator.update(210, false);
  EXPECT_TRUE(estimator.in_spike());
  EXPECT_DOUBLE_EQ(estimate.delay_ms, 210);
  // slope = 8.75 + |2 · 208 − 210 − 230|/8 = 11.75. d = 208.
  EXPECT_DOUBLE_EQ(estimator.update(208, false).delay_ms, 208);
  // slope = 5.875 + |2 · 209 − 208 − 210|/8 = 5.875 ≤ 7.875: the end; this packet changes no estimate.
  const double variation = estimator.update(209, false).variation_ms;
  EXPECT_FALSE(estimator.in_spike());
  // Normal again: d = 7/8 · 208 + 1/8 · 200.
  estimate = estimator.update(200, false);
  EXPECT_DOUBLE_EQ(estimate.delay_ms, 207);
  EXPECT_DOUBLE_EQ(estimate.variation_ms, 0.875 * variation + 0.125 * 7);
}

TEST(Ramjee, algorithm_4_is_not_excited_by_a_rise_within_its_bound) {
  SpikeEstimator estimator;
  estimator.update(50, true);
  estimator.update(50 + 100 + 2 * 8.75, false);  // v = 8.75: just not beyond
  EXPECT_FALSE(estimator.in_spike());
}

TEST(Ramjee, a_talkspurt_is_played_its_delay_and_four_variations_after_it_was_made) {
  RamjeePolicy policy(SpikeEstimator(), Medium::kAudio);
  auto take = [&policy, number = 0](std::int64_t transit_ms, bool talkspurt) mutable {
    const Duration source = Duration::ms(20 * number);
    const Timestamp received = Timestamp::ns(1) + source + Duration::ms(transit_ms);
    return (*policy.take({number++, source, received, talkspurt}) - Timestamp::ns(1) - source).ms();
  };
  EXPECT_DOUBLE_EQ(take(50, true), 50 + 4 * 8.75);
  EXPECT_DOUBLE_EQ(take(50, false), 85);
  EXPECT_DOUBLE_EQ(take(250, false), 85);
  EXPECT_NEAR(take(250, true), 250 + 4 * 0.875 * 6.69921875, 1e-6);  // in the spike
  EXPECT_EQ(policy.delay(), Duration::from_ms(200 + 3.5 * 6.69921875));
}

/// Delays with spikes that decay over a second, about one in six seconds; talkspurts of 1 s.
std::vector<double> spiky_delays() {
  std::mt19937 random(1994);
  std::vector<double> delays;
  double spike = 0;
  for (int i = 0; i < 30'000; ++i) {
    if (random() % 300 == 0) spike = 250 + static_cast<double>(random() % 250);
    delays.push_back(40 + 8 * -std::log((static_cast<double>(random() % 10'000) + 1) / 10'000) + spike);
    spike = spike > 1 ? spike * 0.96 : 0;
  }
  return delays;
}

struct Outcome {
  double mean_ms = 0, loss = 0;
};

/// `extra_ms` is added to what the estimator wants.
template <class Estimator>
Outcome play(Estimator estimator, const std::vector<double>& delays, double extra_ms) {
  Outcome outcome;
  double in_force = 0;
  for (std::size_t i = 0; i < delays.size(); ++i) {
    const bool talkspurt = i % 50 == 0;
    const DelayEstimate estimate = estimator.update(delays[i], talkspurt);
    if (talkspurt) in_force = estimate.playout_ms() + extra_ms;
    outcome.mean_ms += in_force / static_cast<double>(delays.size());
    outcome.loss += (delays[i] > in_force) / static_cast<double>(delays.size());
  }
  return outcome;
}

/// The mean delays are made equal by one constant, added to each delay of algorithm 4 or taken from each of
/// algorithm 1.
TEST(Ramjee, the_spike_detector_beats_algorithm_1_in_loss_at_equal_mean_delay) {
  const std::vector<double> delays = spiky_delays();
  const AverageEstimator slow(RamjeeConstants::kWeight);
  const SpikeEstimator quick;
  const Outcome slow_own = play(slow, delays, 0), quick_own = play(quick, delays, 0);
  const double extra = slow_own.mean_ms - quick_own.mean_ms;
  EXPECT_GT(slow_own.loss, 0.01);
  EXPECT_NEAR(play(quick, delays, extra).mean_ms, slow_own.mean_ms, 0.01);
  EXPECT_LT(play(quick, delays, extra).loss, 0.9 * slow_own.loss);
  EXPECT_NEAR(play(slow, delays, -extra).mean_ms, quick_own.mean_ms, 0.01);
  EXPECT_LT(quick_own.loss, 0.9 * play(slow, delays, -extra).loss);
}

}  // namespace
}  // namespace jitterscope::ramjee_test
