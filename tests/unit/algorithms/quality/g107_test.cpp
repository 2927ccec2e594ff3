// ITU-T G.107 against its published numbers and against values worked out by hand.
#include "core/algorithms/quality/g107_metric.h"
#include "core/algorithms/quality/voice_quality.h"
#include "tests/source_tree/source_tree.h"

#include <gtest/gtest.h>
#include <fstream>
#include <sstream>

namespace jitterscope::g107::g107_test {
namespace {

TEST(G107, DefaultsGiveThePublishedRating) {
  EXPECT_NEAR(rating(0, 0, true), 93.2, 0.05);  // G.107 §7.7
  EXPECT_NEAR(mean_opinion_score(93.2), 4.41, 0.005);
}

// G.107 Annex B, table B.1: R, MOS.
TEST(G107, MeanOpinionScoresAreThoseOfTheTable) {
  for (const auto& [r, mos] : {std::pair{90.0, 4.34}, {80.0, 4.03}, {70.0, 3.60}, {60.0, 3.10}, {50.0, 2.58}})
    EXPECT_NEAR(mean_opinion_score(r), mos, 0.01) << r;
  EXPECT_EQ(mean_opinion_score(0), 1);
  EXPECT_EQ(mean_opinion_score(-20), 1);
  EXPECT_EQ(mean_opinion_score(100), 4.5);
  EXPECT_GE(mean_opinion_score(5), 1) << "the polynomial dips below 1 for small R";
}

TEST(G107, TheSurfaceIsWhereTheRatingIsTheLimit) {
  const auto delay = delay_at(70, 0.01, true);
  ASSERT_TRUE(delay);
  EXPECT_NEAR(rating(*delay, 0.01, true), 70, 1e-6);
  const auto loss = loss_at(70, 150, true);
  ASSERT_TRUE(loss);
  EXPECT_NEAR(rating(150, *loss, true), 70, 1e-6);
  EXPECT_FALSE(delay_at(70, 0.5, true));
  EXPECT_FALSE(loss_at(70, 600, true));
}

TEST(G107Metric, AcceptableMeansARatingAtLeastTheLimit) {
  const G107Metric metric(true, 70);
  const auto best = metric.evaluate({0, 0, 0}, {});
  EXPECT_NEAR(*best.distance, 0, 1e-12);
  EXPECT_NEAR(*best.mos, 4.41, 0.005);
  const double edge = *delay_at(70, 0.01, true);
  EXPECT_NEAR(*metric.evaluate({edge, std::nullopt, 0.01}, {}).distance, 1, 1e-6);
  EXPECT_EQ(metric.evaluate({edge - 1, 0, 0.01}, {}).acceptable, true);
  EXPECT_EQ(metric.evaluate({edge + 1, 0, 0.01}, {}).acceptable, false);
  EXPECT_EQ(metric.why_outside({edge - 1, 0, 0.01}, {}), "");
}

TEST(G107Metric, WithoutConcealmentLossCostsMore) {
  const QualityPoint point{50, 5, 0.02};  // Ie,eff 30.16 and 7.01
  EXPECT_EQ(G107Metric(true).evaluate(point, {}).acceptable, true);
  EXPECT_EQ(G107Metric(false).evaluate(point, {}).acceptable, false);
  EXPECT_NE(G107Metric(false).why_outside(point, {}).find("above all not played 2 %"), std::string::npos);
  EXPECT_NE(G107Metric(true).why_outside({500, 5, 0.001}, {}).find("above all latency 500 ms"), std::string::npos);
}

TEST(G107, AgreesWithASecondImplementation) {
  std::ifstream file(test_data("g107/vectors.csv"));
  std::string line;
  std::getline(file, line);
  ASSERT_EQ(line, "ta_ms,ppl_percent,burst_r,bpl,r,mos");
  int rows = 0;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    double ta = 0, ppl = 0, burst = 0, bpl = 0, r = 0, mos = 0;
    char comma = 0;
    fields >> ta >> comma >> ppl >> comma >> burst >> comma >> bpl >> comma >> r >> comma >> mos;
    ASSERT_FALSE(fields.fail()) << line;
    const double rating = g107::rating(ta, ppl / 100, bpl == g107::kBplConcealed, burst);
    EXPECT_NEAR(rating, r, 0.005) << line;
    EXPECT_NEAR(g107::mean_opinion_score(rating), mos, 0.001) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 192);
}

TEST(Voice, TellsWhatItWasComputedFromAndWhatLiesOutsideTheModel) {
  const VoiceQuality inside = voice_quality(150, 0.02, 1.5);
  EXPECT_DOUBLE_EQ(inside.r, g107::rating(150, 0.02, true, 1.5));
  EXPECT_DOUBLE_EQ(inside.mos, g107::mean_opinion_score(inside.r));
  EXPECT_EQ(inside.ta_ms, 150);
  EXPECT_EQ(inside.ppl_percent, 2);
  EXPECT_EQ(inside.burst_r, 1.5);
  EXPECT_EQ(inside.bpl, 25.1);
  EXPECT_TRUE(inside.outside.empty());
  const VoiceQuality outside = voice_quality(612, 0.34, 0.5);
  ASSERT_EQ(outside.outside.size(), 3u);
  EXPECT_EQ(outside.outside[0], "Ta 612 ms is above 500 ms");
  EXPECT_EQ(outside.outside[1], "Ppl 34 % is above 20 %");
  EXPECT_EQ(outside.outside[2], "BurstR 0.5 is below 1");
  EXPECT_EQ(voice_quality(612, 0.34, 0.9996).outside[2], "BurstR 0.9996 is below 1");
}

TEST(Voice, WithNothingPlayedTheRatingIsLowAndNoBestOne) {
  const QualityPoint silent{50, 5, 1.0};  // which has no burst ratio
  EXPECT_EQ(G107Metric().evaluate(silent, {}).acceptable, false);
}

TEST(Voice, BurstsOfLossCostMoreThanTheSameLossAlone) {
  EXPECT_LT(voice_quality(50, 0.1, 4).r, voice_quality(50, 0.1, 1).r);
  QualityPoint alone{50, 5, 0.1}, bursts = alone;
  bursts.burst_ratio = 4;
  const G107Metric metric;
  EXPECT_LT(*metric.evaluate(bursts, {}).rating, *metric.evaluate(alone, {}).rating);
}

}  // namespace
}  // namespace jitterscope::g107::g107_test
