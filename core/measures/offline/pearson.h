#pragma once
// How far measures agree with each other over many windows or traces (claypool98 Table 2).
#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/measures/views/stream_report.h"

namespace jitterscope {

/// Pearson's r of two series of the same length; pairs with an absent value are left out. nullopt: fewer than three
/// pairs, or one series is constant over them.
std::optional<double> pearson(std::span<const std::optional<double>> x, std::span<const std::optional<double>> y);

using PearsonMatrix = std::vector<std::vector<std::optional<double>>>;

/// `series` = one vector of values a measure, all of the same length. Symmetric; 1 on the diagonal of what varies.
PearsonMatrix pearson_matrix(std::span<const std::vector<std::optional<double>>> series);

/// Table 2's measures, in its order.
inline constexpr std::size_t kJitterMeasures = 6;
inline constexpr std::array<std::string_view, kJitterMeasures> kJitterMeasureWords{
    "range_ms", "variance_ms2", "stddev_ms", "absolute_deviation_ms", "gaps_per_second", "area_ms_percent"};
std::array<std::optional<double>, kJitterMeasures> jitter_measures(const StreamReport&);

struct CorrelationReport {
  Medium medium{};
  std::size_t streams = 0;
  PearsonMatrix pearson;  // by kJitterMeasureWords
};

/// Over the received streams of all reports, of the medium that has more of them; nullopt: fewer than three.
std::optional<CorrelationReport> correlation_of(std::span<const AnalysisReport>);

/// {"medium", "streams", "measures":[…], "pearson":[[…]]}: the top-level "correlation" of `analyze FILE FILE… --json`.
nlohmann::ordered_json to_json(const CorrelationReport&);

}  // namespace jitterscope
