// How often a comparison says "clear": seldom where nothing changed, mostly where p95 did.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/events/words.h"
#include "core/measures/compare/compare_streams.h"
#include "tests/unit/measures/compare/stretches.h"

namespace jitterscope::compare_test {
namespace {

constexpr int kSeries = 300, kShifted = 60;

std::vector<StretchFigures> figures_of_series(const Kind& kind, int series) {
  std::vector<StretchFigures> figures;
  for (int seed = 0; seed < series; ++seed)
    figures.push_back(figures_of(stretch_of(stretch(kind, static_cast<std::uint64_t>(seed) + 1), {}), {}));
  return figures;
}

/// How many of the comparisons say so, of each figure.
std::array<double, kStretchFigures> share_of(DifferenceVerdict verdict,
                                             const std::vector<std::vector<ComparedFigure>>& comparisons) {
  std::array<double, kStretchFigures> shares{};
  for (const auto& rows : comparisons)
    for (std::size_t i = 0; i < rows.size(); ++i) shares[i] += rows[i].verdict == verdict;
  for (double& share : shares) share /= static_cast<double>(comparisons.size());
  return shares;
}

struct Case {
  Kind kind;
  bool shift_is_found = true;  // by 20 % of p95; false: a minute of it has too little to tell
  std::string name() const {
    return fmt::format("{}, {}, {:.1f}", to_string(kind.medium), kind.tail == Tail::kHeavy ? "heavy tail" : "Gaussian",
                       kind.correlation);
  }
};

class CompareRates : public testing::TestWithParam<Case> {};

TEST_P(CompareRates, ChanceIsSeldomClearAndAShiftOfP95MostlyIs) {
  const auto& [kind, shift_is_found] = GetParam();
  const std::string name = GetParam().name();
  const std::vector<StretchFigures> series = figures_of_series(kind, kSeries);
  std::vector<std::vector<ComparedFigure>> same, shifted;
  for (std::size_t i = 0; i < series.size(); ++i) same.push_back(compare(series[i], series[(i + 1) % series.size()]));
  const auto clear = share_of(DifferenceVerdict::kClear, same), too_few = share_of(DifferenceVerdict::kTooFew, same);
  for (std::size_t i = 0; i < same[0].size(); ++i) {
    EXPECT_LE(clear[i], 0.07) << name << ", " << same[0][i].words;
    RecordProperty(fmt::format("{}, {}", name, same[0][i].name),
                   fmt::format("clear {:.1f} %, too few {:.0f} %", clear[i] * 100, too_few[i] * 100));
  }
  const auto any = std::ranges::count_if(same, [](auto& rows) {
    return std::ranges::any_of(rows, [](auto& row) { return row.verdict == DifferenceVerdict::kClear; });
  });
  RecordProperty(name + ", any row", fmt::format("clear {:.1f} %", 100.0 * static_cast<double>(any) / kSeries));
  Kind later = kind;
  later.later_ms = 0.2 * p95_ms(kind.tail);
  const std::vector<StretchFigures> after = figures_of_series(later, kShifted + 1);
  for (std::size_t i = 0; i < kShifted; ++i) shifted.push_back(compare(series[i], after[i + 1]));
  const double found = share_of(DifferenceVerdict::kClear, shifted)[row_of(shifted[0], StretchFigureKind::kDelayP95)];
  if (shift_is_found) { EXPECT_GE(found, 0.8) << name; }
  RecordProperty(name + ", p95 later by 20 %", fmt::format("clear {:.0f} %", found * 100));
}

std::vector<Case> cases() {
  std::vector<Case> made;
  for (const Medium medium : {Medium::kAudio, Medium::kVideo})
    for (const Tail tail : {Tail::kGaussian, Tail::kHeavy})
      for (const double correlation : {0.3, 0.7, 0.9}) {
        const bool sound = medium == Medium::kAudio, heavy = tail == Tail::kHeavy;
        const double most = sound ? (heavy ? 0.7 : 0.9) : (heavy ? 0 : 0.7);
        made.push_back({{medium, tail, correlation}, correlation <= most});
      }
  return made;
}
INSTANTIATE_TEST_SUITE_P(Kinds, CompareRates, testing::ValuesIn(cases()));

}  // namespace
}  // namespace jitterscope::compare_test
