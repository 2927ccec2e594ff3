#pragma once
// The tests for a trend in one-way delays (latecki04 §3.1; Jain and Dovrolis 2002), on one window and on three at once.
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/events/rate_setting.h"

namespace jitterscope {

struct TrendFigures {
  double pct = 0, pdt = 0;  // -1 … 1
  TrendPhase phase = TrendPhase::kSteady;
};

/// Γ of a window of K packets: √K, rounded.
int trend_groups(std::size_t packets);

/// S_PCT, S_PDT and the phase of the delays (ms, in sequence order) as "trend" of `analyze --json`. `epsilon_ms`
/// replaces the setting's: the controller's is never below the noise floor. A zero denominator makes pdt 0. Fewer than
/// two groups: all zero, steady.
TrendFigures trend_of(std::span<const double> delays_ms, const TrendSetting& setting, double epsilon_ms);

/// trend_of() in its two halves. The medians of the Γ groups of a window of delays, and the figures of Γ medians.
std::vector<double> group_medians(std::span<const double> delays_ms);
TrendFigures trend_of_medians(std::span<const double> medians, const TrendSetting& setting, double epsilon_ms);

/// Of the scales 32, 64, 128; absent ones are not full and abstain. 1, -1, 0 or ±0.5 (latecki04 §3.1, "multiscale");
/// steady takes two scales, or the only one that is full. Absent when none is.
std::optional<double> trend_verdict(const std::array<std::optional<TrendFigures>, kTrendScales>& scales);

}  // namespace jitterscope
