#include "core/measures/definitions/unit_spacing.h"

#include <gtest/gtest.h>

namespace jitterscope::unit_spacing_test {
namespace {

TEST(UnitSpacing, IsTheTimeBetweenUnitsLessTheSendersOwnStep) {
  EXPECT_DOUBLE_EQ(*unit_spacing_ms(Duration::ms(25), 160, 8000), 5);
  EXPECT_DOUBLE_EQ(*unit_spacing_ms(Duration::ms(15), 160, 8000), -5);
  EXPECT_DOUBLE_EQ(*unit_spacing_ms(Duration::ms(25), std::nullopt, 8000), 25) << "no timestamps";
  EXPECT_DOUBLE_EQ(*unit_spacing_ms(Duration::seconds(60), 60 * 8000, 8000), 0) << "a silence that both tell of";
  EXPECT_FALSE(unit_spacing_ms(Duration::ms(20), 1'000'000, 8000)) << "timestamps began anew";
  EXPECT_EQ(*unit_spacing_ms(Duration::seconds(60), std::nullopt, 8000), 60'000);
}

}  // namespace
}  // namespace jitterscope::unit_spacing_test
