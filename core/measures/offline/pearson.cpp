#include "core/measures/offline/pearson.h"

#include "core/events/words.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace jitterscope {
namespace {

constexpr std::size_t kFewestPairs = 3;

struct Centred {
  std::vector<double> values;  // less their mean
  double squares = 0;
};

std::optional<Centred> centred(std::vector<double> values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  if (*low == *high) return std::nullopt;
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  Centred result{std::move(values), 0};
  for (double& value : result.values) {
    value -= mean;
    result.squares += value * value;
  }
  return result;
}

}  // namespace

std::optional<double> pearson(std::span<const std::optional<double>> x, std::span<const std::optional<double>> y) {
  std::vector<double> known_x, known_y;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    if (!x[i] || !y[i]) continue;
    known_x.push_back(*x[i]);
    known_y.push_back(*y[i]);
  }
  if (known_x.size() < kFewestPairs) return std::nullopt;
  const auto a = centred(std::move(known_x)), b = centred(std::move(known_y));
  if (!a || !b) return std::nullopt;
  double products = 0;
  for (std::size_t i = 0; i < a->values.size(); ++i) products += a->values[i] * b->values[i];
  const double r = products / (std::sqrt(a->squares) * std::sqrt(b->squares));
  return std::isfinite(r) ? std::optional(std::clamp(r, -1.0, 1.0)) : std::nullopt;
}

PearsonMatrix pearson_matrix(std::span<const std::vector<std::optional<double>>> series) {
  PearsonMatrix matrix(series.size(), std::vector<std::optional<double>>(series.size()));
  for (std::size_t i = 0; i < series.size(); ++i) {
    for (std::size_t j = i; j < series.size(); ++j) matrix[i][j] = matrix[j][i] = pearson(series[i], series[j]);
    if (matrix[i][i]) matrix[i][i] = 1;  // not a rounding less
  }
  return matrix;
}

std::array<std::optional<double>, kJitterMeasures> jitter_measures(const StreamReport& report) {
  const InterarrivalReport& x = report.interarrival;
  const auto area = report.compensation ? std::optional(report.compensation->area_ms_percent) : std::nullopt;
  return {x.range, x.variance, x.stddev, x.absolute_deviation, report.gaps_per_second, area};
}

std::optional<CorrelationReport> correlation_of(std::span<const AnalysisReport> reports) {
  std::vector<const StreamReport*> audio, video;
  for (const AnalysisReport& report : reports) {
    for (const StreamReport& stream : report.streams) {
      if (stream.direction != Direction::kReceived) continue;
      (stream.medium == Medium::kVideo ? video : audio).push_back(&stream);
    }
  }
  const auto& streams = video.size() > audio.size() ? video : audio;
  if (streams.size() < kFewestPairs) return std::nullopt;
  std::vector<std::vector<std::optional<double>>> series(kJitterMeasures);
  for (const StreamReport* stream : streams) {
    const auto measures = jitter_measures(*stream);
    for (std::size_t i = 0; i < kJitterMeasures; ++i) series[i].push_back(measures[i]);
  }
  return CorrelationReport{streams.front()->medium, streams.size(), pearson_matrix(series)};
}

nlohmann::ordered_json to_json(const CorrelationReport& report) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const auto& row : report.pearson) {
    nlohmann::ordered_json cells = nlohmann::ordered_json::array();
    for (const auto& r : row) cells.push_back(r ? nlohmann::ordered_json(*r) : nlohmann::ordered_json());
    rows.push_back(std::move(cells));
  }
  return {{"medium", to_string(report.medium)},
          {"streams", report.streams},
          {"measures", kJitterMeasureWords},
          {"pearson", std::move(rows)}};
}

}  // namespace jitterscope
