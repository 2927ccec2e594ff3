// ITU-T G.107 against an implementation of its equations that shares nothing with the program
// (tests/data/g107/reference.py).
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "core/algorithms/quality/g107_metric.h"
#include "core/algorithms/quality/voice_quality.h"
#include "tests/source_tree/source_tree.h"

namespace jitterscope::g107_vectors_test {
namespace {

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
}  // namespace jitterscope::g107_vectors_test
