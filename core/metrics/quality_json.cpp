#include "core/metrics/quality_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json value(const std::optional<T>& known) {
  return known ? Json(*known) : Json(nullptr);
}

const QualityMetric& usual_metric() { return metric_of(QualityMetricKind::kEuclidean); }

Json entry(const StreamReport& stream) {
  Json json = quality_json(stream.medium, stream.quality);
  json["ssrc"] = value(stream.ssrc);
  json["medium"] = to_string(stream.medium);
  return json;
}

}  // namespace

QualityPoint quality_point(const StreamReport& r, std::optional<double> units_stddev_ms, double playout_added_ms,
                           std::optional<double> not_played) {
  QualityPoint point;
  if (r.delay) point.latency_ms = r.delay->mean + playout_added_ms;
  point.jitter_ms = units_stddev_ms;
  point.loss_ratio = r.loss_ratio;
  if (r.frames && r.frames->sent > 0)
    point.loss_ratio = static_cast<double>(r.frames->lost) / static_cast<double>(r.frames->sent);
  if (not_played) point.loss_ratio = not_played;
  return point;
}

Json quality_json(Medium medium, const QualityPoint& point) {
  const QualityLimits limits = default_limits(medium);
  const QualityVerdict verdict = usual_metric().evaluate(point, limits);
  return {{"latency_ms", value(point.latency_ms)},
          {"jitter_ms", value(point.jitter_ms)},
          {"loss_ratio", value(point.loss_ratio)},
          {"limits",
           {{"latency_ms", limits.latency_ms}, {"jitter_ms", limits.jitter_ms}, {"loss_ratio", limits.loss_ratio}}},
          {"scaled", value(verdict.scaled)},
          {"distance", value(verdict.distance)},
          {"acceptable", value(verdict.acceptable)},
          {"metric", usual_metric().name()}};
}

Json quality_json(const AnalysisReport& report) {
  Json streams = Json::array();
  const StreamReport* farthest = nullptr;
  double most = 0;
  for (const StreamReport& stream : report.streams) {
    streams.push_back(entry(stream));
    const auto distance = usual_metric().evaluate(stream.quality, default_limits(stream.medium)).distance.value_or(-1);
    const bool received = stream.direction == Direction::kReceived;
    const bool sooner = received && farthest && farthest->direction != Direction::kReceived;
    const bool later = !received && farthest && farthest->direction == Direction::kReceived;
    if (!farthest || sooner || (!later && distance > most)) {
      farthest = &stream;
      most = distance;
    }
  }
  if (!farthest) return nullptr;
  Json json = entry(*farthest);
  json["streams"] = std::move(streams);
  return json;
}

std::string quality_text(Medium medium, const QualityPoint& point) {
  const auto coordinate = [&](QualityAxis axis) {
    const auto known = on_axis(point, axis);
    return fmt::format("{} {}", to_string(axis), known ? quality_value(axis, *known) : "-");
  };
  const QualityLimits limits = default_limits(medium);
  const QualityVerdict verdict = usual_metric().evaluate(point, limits);
  std::string said = "-";
  if (verdict.acceptable == true) said = fmt::format("inside, distance {:.3g}", *verdict.distance);
  if (verdict.acceptable == false) said = "outside: " + usual_metric().why_outside(point, limits);
  return fmt::format("{}, {}, {}: {}", coordinate(QualityAxis::kLatency), coordinate(QualityAxis::kJitter),
                     coordinate(QualityAxis::kLoss), said);
}

}  // namespace jitterscope
