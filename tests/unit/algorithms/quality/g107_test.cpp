// ITU-T G.107 against its published numbers and against values worked out by hand.
#include "core/algorithms/quality/g107_metric.h"

#include <gtest/gtest.h>

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

// By hand, 150 ms. Idte: TERV = 65 − 40 lg(16/2) = 28.8764, Re = 80 + 2.5 · 14.8764 = 117.1910, Roe = 94.7688,
// (Roe − Re)/2 = −11.2111, −11.2111 + √(125.689 + 100) − 1 = 2.8119. Idle: Rle = 1228.5 / 301^¼ = 294.936,
// −100.0838 + √(10016.77 + 169) = 0.8408. Idd: X = lg1.5/lg2 = 0.58496, X⁶ = 0.040065,
// 25 (1.0065681 − 3.0000275 + 2) = 0.1635. Sum 3.816.
TEST(G107, DelayImpairmentAt150MsIsThatByHand) {
  EXPECT_NEAR(delay_impairment(150), 3.816, 0.01);
}

// 250 ms: TERV = 65 − 40 lg(26/(8/3)) = 25.4400; Re = 108.600; half −6.9156; √(47.826+100) = 12.1584; Idte 4.2428.
// Idle: 501^¼ = 4.73109, Rle 259.665, half −82.4481, √(6797.69+169) = 83.4667, 1.0186. Idd: X = 1.321928, X⁶ = 5.33634,
// 6.33634^⅙ = 1.360332; (X/3)⁶ = 0.00732007, 3 · 1.00121633 = 3.003649; 25 · 0.356683 = 8.9171. Sum 14.178.
TEST(G107, DelayImpairmentAt250MsIsThatByHand) {
  EXPECT_NEAR(delay_impairment(250), 14.178, 0.02);
}

// 400 ms: TERV = 65 − 40 lg(41/(11/3)) = 23.0609; Re = 102.652; half −3.9417; √(15.537+100) = 10.7488; Idte 5.8071.
// Idle: 801^¼ = 5.31994, Rle 230.923, half −68.0770, √(4634.48+169) = 69.3072, 1.2301. Idd: X = 2, 65^⅙ = 2.005184;
// (2/3)⁶ = 0.0877915, 3 · 1.0141235 = 3.0423705; 25 · 0.9628135 = 24.0703. Sum 31.108.
TEST(G107, DelayImpairmentAt400MsIsThatByHand) {
  EXPECT_NEAR(delay_impairment(400), 31.108, 0.03);
}

// 1 % loss: 95 · 1 / (1 + 4.3) = 17.925 without, 95 · 1 / (1 + 25.1) = 3.640 with concealment; bursts of twice the
// length: 95 · 1 / (0.5 + 25.1) = 3.711.
TEST(G107, LossImpairmentIsThatByHand) {
  EXPECT_EQ(loss_impairment(0, true), 0);
  EXPECT_NEAR(loss_impairment(0.01, false), 17.9245, 1e-4);
  EXPECT_NEAR(loss_impairment(0.01, true), 3.6398, 1e-4);
  EXPECT_NEAR(loss_impairment(0.01, true, 2), 3.7109, 1e-4);
  EXPECT_GT(loss_impairment(0.05, true), loss_impairment(0.04, true));
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

TEST(G107Metric, JitterDoesNotChangeIt) {
  EXPECT_EQ(G107Metric().evaluate({80, 1, 0.01}, {}).rating, G107Metric().evaluate({80, 90, 0.01}, {}).rating);
}

}  // namespace
}  // namespace jitterscope::g107::g107_test
