#include "core/measures/offline/pearson.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "core/base/stats/line_fit.h"
#include "core/measures/offline/stream_analysis.h"

namespace jitterscope::pearson_test {
namespace {

using Series = std::vector<std::optional<double>>;

TEST(Pearson, WorkedByHand) {  // x − 3: -2 0 2; y − 4: -3 1 2 → 10 / √(8·14)
  EXPECT_DOUBLE_EQ(*pearson(Series{1, 3, 5}, Series{1, 5, 6}), 10 / std::sqrt(112));
  EXPECT_DOUBLE_EQ(*pearson(Series{1, 3, 5}, Series{6, 2, -2}), -1);
}

TEST(Pearson, IsUnknownOfWhatIsConstantOrTooShort) {
  EXPECT_FALSE(pearson(Series{0.1, 0.1, 0.1}, Series{1, 2, 3}));
  EXPECT_FALSE(pearson(Series{1, 2, 3}, Series{7, 7, 7}));
  EXPECT_FALSE(pearson(Series{1, 2}, Series{1, 2}));
  EXPECT_FALSE(pearson(Series{}, Series{}));
  EXPECT_FALSE(pearson(Series{1, 2, std::nullopt, 4}, Series{1, std::nullopt, 3, 4}));
  EXPECT_DOUBLE_EQ(*pearson(Series{1, 2, std::nullopt, 4}, Series{1, 2, 3, 4}), 1);
}

TEST(Pearson, MatrixIsSymmetricWithOnesWhereThereIsVariation) {
  const std::vector<Series> series{{1, 2, 3, 5}, {2, 1, 4, 4}, {3, 3, 3, 3}};
  const auto matrix = pearson_matrix(series);
  ASSERT_EQ(matrix.size(), 3u);
  EXPECT_DOUBLE_EQ(*matrix[0][0], 1);
  EXPECT_EQ(matrix[0][1], matrix[1][0]);
  EXPECT_EQ(matrix[0][1], pearson(series[0], series[1]));
  EXPECT_FALSE(matrix[2][2] || matrix[0][2]);
}

AnalysisInput trace_with_jitter(Medium medium, double jitter_ms, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::exponential_distribution<> draw(1 / jitter_ms);
  StreamInput stream;
  stream.clocks.relation = ClockRelation::kCommon;
  stream.medium = medium;
  stream.clock_rate_hz = 8000;
  for (int i = 0; i < 2000; ++i) {
    PacketObservation packet;
    packet.sequence = i;
    packet.sent = Timestamp() + Duration::ms(160) * i;
    packet.received = *packet.sent + Duration::from_ms(20 + draw(random));
    if (medium == Medium::kVideo) packet.frame = i, packet.block = 0, packet.marker = true;
    stream.packets.push_back(packet);
  }
  return {"trace", {stream}};
}

// claypool98 Table 2: spread measures of the same traces go together.
TEST(Correlation, OfTracesWithGrowingJitterIsThatOfTheTable) {
  std::vector<AnalysisReport> reports;
  for (std::uint32_t i = 1; i <= 8; ++i) reports.push_back(analyze(trace_with_jitter(Medium::kAudio, 2.0 * i, i)));
  EXPECT_FALSE(correlation_of(std::span(reports).first(2)));
  const auto correlation = correlation_of(reports);
  ASSERT_TRUE(correlation);
  EXPECT_EQ(correlation->streams, 8u);
  EXPECT_EQ(correlation->medium, Medium::kAudio);
  EXPECT_GT(*correlation->pearson[1][2], 0.9);   // variance, stddev
  EXPECT_GT(*correlation->pearson[2][3], 0.99);  // stddev, absolute deviation
  EXPECT_GT(*correlation->pearson[2][5], 0.99);  // stddev, area
  EXPECT_FALSE(correlation->pearson[4][4]);      // no gap in any of them
  const auto json = to_json(*correlation);
  EXPECT_EQ(json["measures"].size(), kJitterMeasures);
  EXPECT_EQ(json["pearson"][2][2], 1.0);
  EXPECT_TRUE(json["pearson"][4][0].is_null());
}

TEST(Correlation, IsOfTheMediumWithMoreStreams) {
  std::vector<AnalysisReport> reports;
  for (std::uint32_t i = 1; i <= 3; ++i) reports.push_back(analyze(trace_with_jitter(Medium::kVideo, i, i)));
  for (std::uint32_t i = 1; i <= 2; ++i) reports.push_back(analyze(trace_with_jitter(Medium::kAudio, i, i)));
  EXPECT_EQ(correlation_of(reports)->medium, Medium::kVideo);
  EXPECT_EQ(correlation_of(reports)->streams, 3u);
}

// x = 1 2 3 4, y = 2 4 5 7: slope 1.6, intercept 0.5, residual squares 0.2, s² = 0.1, Σ(x − x̄)² = 5, t(2) = 4.302653.
TEST(LineFit, IntervalOfTheSlopeWorkedByHand) {
  const std::vector<std::pair<double, double>> points{{1, 2}, {2, 4}, {3, 5}, {4, 7}};
  const auto line = fit_line(points);
  ASSERT_TRUE(line);
  EXPECT_DOUBLE_EQ(line->slope, 1.6);
  EXPECT_NEAR(line->intercept, 0.5, 1e-12);
  EXPECT_NEAR(*line->correlation, 8 / std::sqrt(5 * 13.0), 1e-12);
  EXPECT_NEAR(*line->slope_estimate().half_width, 4.302652729911275 * std::sqrt(0.1 / 5), 1e-9);
}

TEST(LineFit, IntervalNeedsThreePoints) {
  const std::vector<std::pair<double, double>> two{{1, 2}, {2, 4}}, exact{{1, 2}, {2, 4}, {3, 6}};
  EXPECT_FALSE(fit_line(two)->slope_estimate().half_width);
  EXPECT_NEAR(*fit_line(exact)->slope_estimate().half_width, 0, 1e-9);
  EXPECT_FALSE(fit_line(std::vector<std::pair<double, double>>{{1, 1}, {1, 2}, {1, 3}}));
}

}  // namespace
}  // namespace jitterscope::pearson_test
