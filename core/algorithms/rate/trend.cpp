#include "core/algorithms/rate/trend.h"

#include <algorithm>
#include <cmath>

#include "core/algorithms/rate/median.h"

namespace jitterscope {
namespace {

/// latecki04 §3.1, decision rules, for an increasing trend; with both negated for a decreasing one.
bool increases(double pct, double pdt, const TrendSetting& setting) {
  return (pct > setting.pct_high && pdt > setting.pdt_low) || (pdt > setting.pdt_high && pct > setting.pct_low);
}

TrendPhase phase_of(double pct, double pdt, const TrendSetting& setting) {
  if (increases(pct, pdt, setting)) return TrendPhase::kIncreasing;
  if (increases(-pct, -pdt, setting)) return TrendPhase::kDecreasing;
  if (std::abs(pct) < setting.pct_low && std::abs(pdt) < setting.pdt_low) return TrendPhase::kSteady;
  return TrendPhase::kAmbiguous;
}

}  // namespace

int trend_groups(std::size_t packets) {
  return static_cast<int>(std::lround(std::sqrt(static_cast<double>(packets))));
}

std::vector<double> group_medians(std::span<const double> delays_ms) {
  std::vector<double> sorted(delays_ms.begin(), delays_ms.end());
  const auto groups = static_cast<std::size_t>(trend_groups(sorted.size()));
  std::vector<double> medians(groups);
  for (std::size_t g = 0; g < groups; ++g) {
    const std::size_t begin = g * sorted.size() / groups, end = (g + 1) * sorted.size() / groups;
    medians[g] = median_in_place(std::span(sorted).subspan(begin, end - begin));
  }
  return medians;
}

TrendFigures trend_of_medians(std::span<const double> medians, const TrendSetting& setting, double epsilon_ms) {
  if (medians.size() < 2) return {};
  int signs = 0;
  double way = 0;
  for (std::size_t k = 1; k < medians.size(); ++k) {
    const double step = medians[k] - medians[k - 1];
    signs += step > epsilon_ms ? 1 : step < -epsilon_ms ? -1 : 0;
    way += std::abs(step);
  }
  TrendFigures figures;
  figures.pct = signs / static_cast<double>(medians.size() - 1);
  figures.pdt = way > 0 ? (medians.back() - medians.front()) / way : 0;
  figures.phase = phase_of(figures.pct, figures.pdt, setting);
  return figures;
}

TrendFigures trend_of(std::span<const double> delays_ms, const TrendSetting& setting, double epsilon_ms) {
  return trend_of_medians(group_medians(delays_ms), setting, epsilon_ms);
}

std::optional<double> trend_verdict(const std::array<std::optional<TrendFigures>, kTrendScales>& scales) {
  int full = 0, increasing = 0, decreasing = 0, steady = 0;
  double leaning = 0;
  for (const auto& scale : scales) {
    if (!scale) continue;
    ++full;
    increasing += scale->phase == TrendPhase::kIncreasing;
    decreasing += scale->phase == TrendPhase::kDecreasing;
    steady += scale->phase == TrendPhase::kSteady;
    leaning += scale->pct + scale->pdt;
  }
  if (full == 0) return std::nullopt;
  if (increasing > 0 && decreasing == 0) return 1;
  if (decreasing > 0 && increasing == 0) return -1;
  if (steady >= std::min(2, full)) return 0;
  return leaning > 0 ? 0.5 : -0.5;
}

}  // namespace jitterscope
