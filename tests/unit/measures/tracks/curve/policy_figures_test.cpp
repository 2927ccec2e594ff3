// What became of units under a policy, of times that only a damaged trace holds too.
#include <gtest/gtest.h>

#include "core/measures/tracks/curve/curve_stream.h"

namespace jitterscope::policy_figures_test {
namespace {

TEST(PolicyFigures, AUnitPlayedYearsLaterIsNotPlayedAndSumsStayOfTheOthers) {
  constexpr Duration kYears = Duration::ns(std::int64_t{1} << 60);
  PolicyFigures figures;
  figures.add(Duration::ms(10), Duration::ms(4));
  for (int i = 0; i < 20; ++i) {
    figures.add(kYears);
    figures.add(Duration::ms(5), -kYears);
  }
  EXPECT_EQ(figures.units(), 41);
  EXPECT_EQ(figures.played(), 1);
  EXPECT_DOUBLE_EQ(figures.mean_ms(Duration()), 10);
  EXPECT_DOUBLE_EQ(figures.held_ms(), 4);
  for (int i = 0; i < 20; ++i) figures.remove(kYears);
  EXPECT_EQ(figures.units(), 21);
  EXPECT_DOUBLE_EQ(figures.mean_ms(Duration()), 10);
}

}  // namespace
}  // namespace jitterscope::policy_figures_test
