// Series made ready to be drawn.
#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "core/base/stats/series.h"
#include "core/measures/views/trend_stretch.h"
#include "ui/plots/series_shapes.h"

namespace jitterscope::series_shapes_test {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

TEST(SeriesShapes, ABandLiesWhereBothStepsHaveAValue) {
  const auto band = band_between({{0, 10}, {5, 20}, {9, kNone}}, {{2, 40}, {5, 30}});
  ASSERT_EQ(band.size(), 4U);
  EXPECT_TRUE(std::isnan(band[0].max)) << "only the lower is known";
  EXPECT_EQ(band[1].at_s, 2);
  EXPECT_EQ(band[1].min, 10);
  EXPECT_EQ(band[1].max, 40);
  EXPECT_EQ(band[2].at_s, 5) << "both change at once: one step";
  EXPECT_EQ(band[2].min, 20);
  EXPECT_EQ(band[2].max, 30);
  EXPECT_TRUE(std::isnan(band[3].min));
  EXPECT_TRUE(band_between({}, {}).empty());
}

TEST(SeriesShapes, LinesAreBrokenAtGapsButNotWhereSeriesGrowFiner) {
  const auto broken = broken_at_gaps({{0, 1}, {0.25, 1}, {0.5, 1}, {6, 2}, {6.25, 2}});
  ASSERT_EQ(broken.size(), 6U);
  EXPECT_TRUE(std::isnan(broken[3].value));
  EXPECT_EQ(broken[3].at_s, 3.25);
  EXPECT_EQ(broken[4].value, 2);
  EXPECT_EQ(broken_at_gaps({{0, 1}, {1.4, 1}, {6, 1}, {10, 1}, {10.25, 1}}).size(), 5U)
      << "thinned: wide from the first";
}

TEST(SeriesShapes, TwoGapsAroundOneSampleAreBothGaps) {  // a link that flaps
  const auto broken = broken_at_gaps({{0, 1}, {1, 1}, {2, 1}, {12, 1}, {22, 1}, {23, 1}, {24, 1}});
  EXPECT_EQ(std::ranges::count_if(broken, [](const SeriesPoint& point) { return std::isnan(point.value); }), 2);
}

TEST(SeriesShapes, AGapIsMuchLongerThanWhatIsBeforeAndAfterIt) {
  const auto gaps = [](const std::vector<double>& times) {
    std::vector<EnvelopeSlot> drawn;
    for (const double at : times) drawn.push_back({at, 1, 2});
    break_at_gaps(drawn);
    return drawn.size() - times.size();
  };
  EXPECT_EQ(gaps({0, 0.05, 0.1, 40, 40.05, 40.1}), 1U) << "40 s without a link";
  EXPECT_EQ(gaps({0, 0.25, 0.5, 2.5, 4.5, 6.5, 8.5}), 0U) << "reports that come less often from there on";
  EXPECT_EQ(gaps({0, 5, 10, 15, 15.05, 15.1}), 0U) << "an old end that was thinned";
  EXPECT_EQ(gaps({0, 1, 2, 4, 5}), 0U) << "of seconds one more";
  EXPECT_EQ(gaps({0, 0.05, 30}), 1U) << "and one more at the end";
  EXPECT_EQ(gaps({0, 30}), 0U) << "nobody knows how often it comes";
}

TEST(SeriesShapes, SliversGoTogetherUnderWhatTookMostOfTheirTime) {
  const auto kept = without_slivers({{0, 10, 0}, {10, 10.3, 1}, {10.3, 10.4, 0}, {10.4, 11, 1}, {11, 20, -1}}, 1);
  ASSERT_EQ(kept.size(), 3U);
  EXPECT_EQ(kept[1].verdict, 1);
  EXPECT_EQ(kept[1].begin_s, 10);
  EXPECT_EQ(kept[1].end_s, 11);
  EXPECT_EQ(kept[2].verdict, -1);
}

TEST(SeriesShapes, GapsOfSomeLengthStayAndWideStretchesStayAsTheyAre) {
  const std::vector<TrendStretch> wide{{0, 5, 0}, {7, 9, 0.5}, {9, 12, -0.5}};
  const auto kept = without_slivers(wide, 1);
  ASSERT_EQ(kept.size(), wide.size());
  for (std::size_t i = 0; i < wide.size(); ++i) {
    EXPECT_EQ(kept[i].begin_s, wide[i].begin_s);
    EXPECT_EQ(kept[i].verdict, wide[i].verdict);
  }
  EXPECT_EQ(without_slivers({{0, 0.2, 1}, {5, 5.2, 1}}, 1).size(), 2U) << "far apart";
  EXPECT_EQ(without_slivers({{0, 5, 1}, {5.5, 9, 1}}, 1).size(), 1U) << "a gap too short to be seen";
  EXPECT_TRUE(without_slivers({}, 1).empty());
}

}  // namespace
}  // namespace jitterscope::series_shapes_test
