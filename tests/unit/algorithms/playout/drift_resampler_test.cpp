#include "core/algorithms/playout/drift_resampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "core/algorithms/playout/mixer.h"

namespace jitterscope::drift_resampler_test {
namespace {

/// A device that takes samples `drift_ppm` quicker than nominal, fed with 10 ms at a time; its level in ms each second.
std::vector<double> levels_of(DriftResampler& resampler, int rate, double drift_ppm, int seconds) {
  const std::vector<std::int16_t> chunk(80, 1000);
  double level = 40e-3 * rate;  // samples
  std::vector<double> levels;
  for (int i = 0; i < 100 * seconds; ++i) {
    level += static_cast<double>(resampler.process(chunk, Duration::from_seconds(level / rate)).size());
    level -= rate * 0.01 * (1 + drift_ppm * 1e-6);
    if (i % 100 == 99) levels.push_back(1000 * level / rate);
  }
  return levels;
}

void expect_level_kept(int rate, double drift_ppm, int seconds) {
  DriftResampler resampler({8000, rate, Duration::ms(40), 80});
  const std::vector<double> levels = levels_of(resampler, rate, drift_ppm, seconds);
  EXPECT_GT(*std::min_element(levels.begin(), levels.end()), 30) << rate << ' ' << drift_ppm;
  EXPECT_LT(*std::max_element(levels.begin(), levels.end()), 50) << rate << ' ' << drift_ppm;
  EXPECT_NEAR(levels.back(), 40, 1) << rate << ' ' << drift_ppm;
  EXPECT_NEAR(resampler.ppm(), drift_ppm, 10) << rate;
}

TEST(DriftResampler, keeps_the_level_for_ten_minutes_of_drift) {
  for (const double drift_ppm : {200.0, -200.0}) expect_level_kept(8000, drift_ppm, 600);
}

TEST(DriftResampler, keeps_the_level_at_usual_rates) {
  expect_level_kept(44'100, 100, 200);
  expect_level_kept(48'000, -100, 200);
}

TEST(DriftResampler, corrects_by_half_a_permille_at_most) {
  DriftResampler resampler({8000, 48'000, Duration::ms(40), 80});
  levels_of(resampler, 48'000, 900, 60);
  EXPECT_EQ(resampler.ppm(), DriftResampler::kMostPpm);
}

TEST(DriftResampler, keeps_a_tone) {
  DriftResampler resampler({8000, 48'000, Duration::ms(40), 80});
  std::vector<float> out;
  for (int chunk = 0; chunk < 100; ++chunk) {
    std::vector<float> in;
    for (int i = 0; i < 80; ++i)
      in.push_back(0.5f * static_cast<float>(std::sin(2 * std::numbers::pi * 500 * (chunk * 80 + i) / 8000.0)));
    const auto part = resampler.process(in, Duration::ms(40));
    out.insert(out.end(), part.begin(), part.end());
  }
  EXPECT_NEAR(static_cast<double>(out.size()), 48'000, 480);
  const auto middle = std::vector(out.begin() + 4800, out.begin() + 43'200);
  int crossings = 0;
  for (std::size_t i = 1; i < middle.size(); ++i) crossings += middle[i - 1] < 0 && middle[i] >= 0;
  EXPECT_NEAR(crossings, 400, 1);  // 0.8 s of 500 Hz
  EXPECT_NEAR(*std::max_element(middle.begin(), middle.end()), 0.5, 0.01);
}

TEST(DriftResampler, takes_no_more_than_it_was_made_for) {
  DriftResampler resampler({8000, 8000, Duration::ms(40), 80});
  EXPECT_TRUE(resampler.process(std::span<const std::int16_t>(), Duration::ms(40)).empty());
  const std::vector<std::int16_t> much(10'000, 5);
  EXPECT_LE(resampler.process(much, Duration::ms(40)).size(), 81u);
  EXPECT_THROW(DriftResampler({8000, 8000 * 300, Duration::ms(40), 80}), std::runtime_error);
}

TEST(Mixer, adds_streams) {
  Mixer mixer(4);
  const std::vector<std::int16_t> one{1, -2, 3, 4}, other{10, 20, -30}, longer{0, 0, 0, 1, 9999};
  mixer.clear();
  for (const auto& stream : {one, other, longer}) mixer.add(stream);
  const auto mix = mixer.mix();
  EXPECT_EQ(std::vector(mix.begin(), mix.end()), (std::vector<std::int16_t>{11, 18, -27, 5}));
  mixer.clear();
  EXPECT_EQ(mixer.mix()[0], 0);
}

TEST(Mixer, bends_loud_sums_without_clipping) {
  Mixer mixer(1);
  int before = 0;
  for (int level = 0; level <= 60'000; level += 100) {
    mixer.clear();
    for (int part = level; part > 0; part -= 30'000)
      mixer.add(std::vector<std::int16_t>{static_cast<std::int16_t>(std::min(part, 30'000))});
    const int mixed = mixer.mix()[0];
    if (level <= 24'500) { EXPECT_EQ(mixed, level); }
    EXPECT_GE(mixed, before);
    EXPECT_LE(mixed - before, 100);
    before = mixed;
  }
  EXPECT_GT(before, 32'000);
  mixer.clear();
  for (int i = 0; i < 20; ++i) mixer.add(std::vector<std::int16_t>{-32'768});
  EXPECT_EQ(mixer.mix()[0], -32'767);
}

}  // namespace
}  // namespace jitterscope::drift_resampler_test
