#include "core/base/stats/highest_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace jitterscope::highest_values_test {
namespace {

std::vector<double> by_sorting(std::vector<double> values, std::size_t count) {
  std::ranges::sort(values);
  values.erase(values.begin(), values.end() - static_cast<std::ptrdiff_t>(count));
  return values;
}

void expect_as_by_sorting(const std::vector<double>& values) {
  for (const double share : {0.0, 0.01, 0.15, 0.5, 0.9, 1.0}) {
    const auto count = static_cast<std::size_t>(share * static_cast<double>(values.size()));
    EXPECT_EQ(highest_values(values, count), by_sorting(values, count)) << values.size() << ", " << count;
  }
}

class HighestValues : public testing::TestWithParam<std::size_t> {};

TEST_P(HighestValues, AreThoseBySorting) {
  std::mt19937 random(7);
  std::vector<double> values(GetParam());
  for (double& value : values) value = std::exponential_distribution<>(1)(random);
  expect_as_by_sorting(values);
}

TEST_P(HighestValues, OfEqualOnesAreAsManyAsAskedFor) {
  expect_as_by_sorting(std::vector<double>(GetParam(), 3.5));
}

TEST_P(HighestValues, OfWhichManyAreTheHighest) {
  std::vector<double> values(GetParam());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = i % 10 < 3 ? 20 : static_cast<double>(i % 7);
  expect_as_by_sorting(values);
}

/// A sample at even steps sees one place of the period alone.
TEST_P(HighestValues, OfAPeriodThatDividesTheSteps) {
  std::vector<double> values(GetParam());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = i % 8 == 0 ? 40 : static_cast<double>(i % 8);
  expect_as_by_sorting(values);
}

INSTANTIATE_TEST_SUITE_P(Sizes, HighestValues, testing::Values(1, 2, 19, 16384, 16385, 100'000, 2048 * 48));

}  // namespace
}  // namespace jitterscope::highest_values_test
