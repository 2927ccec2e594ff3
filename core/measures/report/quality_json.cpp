#include "core/measures/report/quality_json.h"

#include <fmt/format.h>

#include <limits>

#include <nlohmann/json.hpp>

#include "core/base/units/plain_digits.h"
#include "core/events/words.h"
#include "core/measures/report/json_value.h"

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;

constexpr auto kBplAssumption =
    "Bpl is that of G.711 with the concealment of its Appendix I (G.113 Appendix I, packets of 10 ms), assumed for "
    "this program's own concealment of longer blocks.";

const QualityMetric& usual_metric() {
  return metric_of(QualityMetricKind::kEuclidean);
}

Json entry(const StreamReport& stream) {
  Json json = quality_json(stream.quality, stream.limits);
  json["ssrc"] = json_value(stream.ssrc);
  json["medium"] = stream.medium_known ? Json(to_string(stream.medium)) : Json(nullptr);
  if (!stream.medium_known) json["limits"] = nullptr;  // they are of a medium
  return json;
}

}  // namespace

Json quality_json(const QualityPoint& point, const QualityLimits& limits) {
  const QualityVerdict verdict = usual_metric().evaluate(point, limits);
  Json from, ends_at, unknown;
  if (point.latency_ms) from = point.from_send ? "send" : "capture";
  if (point.ends_at) ends_at = to_string(*point.ends_at);
  if (!point.latency_ms) unknown = reason_of(point.no_latency);
  return {{"latency_ms", json_value(point.latency_ms)},
          {"network_latency_ms", json_value(point.network_latency_ms)},
          {"from", from},
          {"ends_at", ends_at},
          {"latency_units", point.latency_ms ? Json(point.latency_units) : Json(nullptr)},
          {"latency_unknown", unknown},
          {"jitter_ms", json_value(point.jitter_ms)},
          {"loss_ratio", json_value(point.loss_ratio)},
          {"units_due", json_value(point.units_due)},
          {"units_played", json_value(point.units_played)},
          {"due_per_second", json_value(point.due_per_second)},
          {"limits",
           {{"latency_ms", limits.latency_ms},
            {"jitter_ms", limits.jitter_ms},
            {"loss_ratio", json_value(limit_of(point, QualityAxis::kLoss, limits))},
            {"frames_per_second", json_value(limits.frames_per_second)}}},
          {"scaled", json_value(verdict.scaled)},
          {"distance", json_value(verdict.distance)},
          {"acceptable", json_value(verdict.acceptable)},
          {"metric", usual_metric().name()}};
}

Json voice_json(const std::optional<VoiceQuality>& voice) {
  if (!voice) return nullptr;
  return {{"r", voice->r},
          {"mos", voice->mos},
          {"ta_ms", voice->ta_ms},
          {"ppl_percent", voice->ppl_percent},
          {"burst_r", voice->burst_r},
          {"ie", voice->ie},
          {"bpl", voice->bpl},
          {"outside", voice->outside},
          {"assumption", kBplAssumption}};
}

std::string voice_text(const std::optional<VoiceQuality>& voice) {
  if (!voice) return "-";
  std::string text = fmt::format("R {:.1f}, MOS {:.2f} (G.107: Ta {} ms, Ppl {} %, BurstR {}; Bpl {} assumed)",
                                 voice->r, voice->mos, plain_digits(voice->ta_ms, 3),
                                 plain_digits(voice->ppl_percent, 3), plain_digits(voice->burst_r, 3), voice->bpl);
  for (const std::string& note : voice->outside) text += ", outside the model: " + note;
  return text;
}

Json quality_json(const AnalysisReport& report) {
  Json streams = Json::array();
  /// What is outside whatever is unknown comes before every distance.
  const auto rank = [](const StreamReport& stream) {
    const QualityVerdict verdict = usual_metric().evaluate(stream.quality, stream.limits);
    return verdict.distance.value_or(verdict.acceptable == false ? std::numeric_limits<double>::infinity() : -1);
  };
  const StreamReport* farthest = nullptr;
  double most = 0;
  for (const StreamReport& stream : report.streams) {
    streams.push_back(entry(stream));
    if (!stream.medium_known) continue;
    const double distance = rank(stream);
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

std::string quality_text(const QualityPoint& point, const QualityLimits& limits) {
  const auto coordinate = [&](QualityAxis axis) {
    const auto known = on_axis(point, axis);
    return fmt::format("{} {}", name_of(point, axis), known ? quality_value(axis, *known) : "-");
  };
  const QualityVerdict verdict = usual_metric().evaluate(point, limits);
  std::string latency = coordinate(QualityAxis::kLatency);
  if (point.latency_ms && point.ends_at)
    latency += fmt::format(" ({} to {})", point.from_send ? "send" : "capture", to_string(*point.ends_at));
  std::string said;
  if (verdict.acceptable == true) said = "inside, quality distance " + plain_digits(*verdict.distance, 3);
  if (verdict.acceptable == false) said = "outside: " + usual_metric().why_outside(point, limits);
  if (said.empty() && point.own_drops) said = fmt::format("no verdict. {}", kOwnDropsReason);
  const bool reason = said.empty() && !point.latency_ms && point.no_latency != NoLatency::kNone;
  if (said.empty()) said = reason ? fmt::format("no verdict. {}", reason_of(point.no_latency)) : "no verdict";
  return fmt::format("{}, {}, {}: {}", latency, coordinate(QualityAxis::kJitter), coordinate(QualityAxis::kLoss), said);
}

}  // namespace jitterscope
