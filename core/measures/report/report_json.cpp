#include "core/measures/report/report_json.h"

#include <nlohmann/json.hpp>

#include "core/measures/report/json_value.h"
#include "core/measures/report/quality_json.h"

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;

Json interarrival(const InterarrivalReport& r) {
  return {{"n", r.n},
          {"mean", json_value(r.mean)},
          {"variance", json_value(r.variance)},
          {"stddev", json_value(r.stddev)},
          {"average_deviation", json_value(r.average_deviation)},
          {"absolute_deviation", json_value(r.absolute_deviation)},
          {"cv", json_value(r.cv)},
          {"skew", json_value(r.skew)},
          {"excess_kurtosis", json_value(r.excess_kurtosis)},
          {"min", json_value(r.min)},
          {"max", json_value(r.max)},
          {"range", json_value(r.range)},
          {"p50", json_value(r.p50)},
          {"p95", json_value(r.p95)},
          {"p99", json_value(r.p99)}};
}

Json exceedances_json(const std::array<ExceedanceReport, 3>& reports) {
  Json list = Json::array();
  for (const ExceedanceReport& r : reports) {
    Json spacing;
    if (r.spacing_ms) {
      spacing = {{"min", r.spacing_ms->min}, {"mean", r.spacing_ms->mean}, {"max", r.spacing_ms->max}};
    }
    list.push_back({{"n", r.n},
                    {"threshold_ms", json_value(r.threshold_ms)},
                    {"share", json_value(r.share)},
                    {"spacing_ms", spacing}});
  }
  return list;
}

Json payload(const StreamReport& r) {
  if (!r.payload) return nullptr;
  const auto word = [](std::string_view text) { return text.empty() ? Json(nullptr) : Json(text); };
  return {{"type", r.payload->type},
          {"name", word(r.payload->name)},
          {"clock_rate_hz", json_value(r.clock_rate_hz)},
          {"from", word(to_string(r.payload->source))}};
}

Json jitter(const std::optional<Rfc3550Report>& r) {
  if (!r) return nullptr;
  return {{"last", r->last}, {"mean", r->mean}, {"max", r->max}};
}

Json delay(const std::optional<DelayReport>& r) {
  if (!r) return nullptr;
  return {{"min", r->min},
          {"mean", r->mean},
          {"stddev", json_value(r->stddev)},
          {"p50", r->p50},
          {"p95", r->p95},
          {"p99", r->p99},
          {"max", r->max},
          {"uncertainty", json_value(r->uncertainty)},
          {"skew_removed", r->skew_removed}};
}

Json pdv(const std::optional<PdvReport>& r) {
  if (!r) return nullptr;
  return {{"p50", r->p50}, {"p95", r->p95}, {"p99", r->p99}, {"max", r->max}, {"skew_removed", r->skew_removed}};
}

Json ipdv(const std::optional<IpdvReport>& r) {
  if (!r) return nullptr;
  return {{"mean_abs", json_value(r->mean_abs)},
          {"p95_abs", json_value(r->p95_abs)},
          {"max_abs", json_value(r->max_abs)},
          {"pairs", r->pairs},
          {"undefined_share", r->undefined_share}};
}

Json loss_bursts_json(const std::optional<LossBursts>& r) {
  if (!r) return nullptr;
  return {{"bursts", r->bursts},
          {"mean_length", json_value(r->mean_length)},
          {"burst_ratio", json_value(r->burst_ratio)},
          {"gap_ms", json_value(r->gap_ms)}};
}

/// [low, high], or "too few".
Json interval_json(const IntervalReport& r) {
  if (!r.interval) return r.too_few ? Json("too few") : Json(nullptr);
  return Json::array({r.interval->low, r.interval->high});
}

Json series_intervals_json(const std::optional<SeriesIntervals>& r) {
  if (!r) return nullptr;
  return {{"effective_n", r->effective_n},
          {"mean", interval_json(r->mean)},
          {"p95", interval_json(r->p95)},
          {"p99", interval_json(r->p99)}};
}

Json one_interval(const std::optional<IntervalReport>& r, std::optional<double> effective_n) {
  if (!r) return nullptr;
  return {{"effective_n", json_value(effective_n)}, {"interval", interval_json(*r)}};
}

Json intervals(const std::optional<IntervalsReport>& r) {
  if (!r) return nullptr;
  return {{"level", 0.95},
          {"delay_ms", series_intervals_json(r->delay)},
          {"interarrival_ms", series_intervals_json(r->interarrival)},
          {"optimal_buffer_ms", one_interval(r->optimal_buffer, r->optimal_effective_n)},
          {"loss_ratio", one_interval(r->loss_ratio, r->loss_effective_n)}};
}

Json optimal(const CompensationOptimum& r) {
  return {{"buffer_ms", r.buffer_ms}, {"dropped_percent", r.dropped_percent}, {"distance", r.distance}};
}

Json compensation(const std::optional<CompensationReport>& r) {
  if (!r) return nullptr;
  Json curve = Json::array();
  for (const CurvePoint& point : r->curve) curve.push_back(Json::array({point.buffer_ms, point.dropped_percent}));
  return {{"reference", r->reference},
          {"skew_removed", r->skew_removed},
          {"skew_ppm", json_value(r->skew_ppm)},
          {"skew_by", r->skew_by.empty() ? Json(nullptr) : Json(r->skew_by)},
          {"frames", r->frames},
          {"area_ms_percent", r->area_ms_percent},
          {"curve", curve},
          {"optimal", optimal(r->optimal)}};
}

Json skew_figures(const SkewFigures& r) {
  return {{"delay_ms", delay(r.delay)},
          {"pdv_ms", pdv(r.pdv)},
          {"area_ms_percent", r.area_ms_percent},
          {"optimal", optimal(r.optimal)}};
}

Json skew_candidate_json(const std::optional<SkewCandidate>& r) {
  if (!r) return nullptr;
  return {{"ppm", r->ppm}, {"measured", skew_figures(r->measured)}, {"corrected", skew_figures(r->corrected)}};
}

/// Built in place: there are hundreds of thousands in a long call.
template <typename... Values>
void add_row(Json::array_t& rows, Values&&... values) {
  Json::array_t row;
  row.reserve(sizeof...(values));
  (row.emplace_back(std::forward<Values>(values)), ...);
  rows.emplace_back(std::move(row));
}

Json trend(const std::optional<TrendReport>& r) {
  if (!r) return nullptr;
  Json scales = Json::array();
  for (const TrendScaleReport& scale : r->scales) {
    Json::array_t windows;
    windows.reserve(scale.windows.size());
    for (const TrendWindowReport& w : scale.windows) add_row(windows, w.end_sequence, w.pct, w.pdt, to_string(w.phase));
    scales.push_back({{"packets", scale.packets}, {"groups", scale.groups}, {"windows", std::move(windows)}});
  }
  Json::array_t verdicts;
  verdicts.reserve(r->verdicts.size());
  for (const TrendVerdictReport& v : r->verdicts) add_row(verdicts, v.end_sequence, v.value);
  return {{"epsilon_ms", r->epsilon_ms},
          {"low", r->low},
          {"high", r->high},
          {"step", TrendReport::kStep},
          {"scales", std::move(scales)},
          {"verdicts", std::move(verdicts)}};
}

Json frames(const std::optional<FramesReport>& r) {
  if (!r) return nullptr;
  return {{"sent", r->sent},
          {"complete", json_value(r->complete)},
          {"lost", json_value(r->lost)},
          {"late", json_value(r->late)},
          {"error_ratio", json_value(r->error_ratio)},
          {"dvt_ms", json_value(r->dvt_ms)}};
}

Json audio(const std::optional<AudioReport>& r) {
  if (!r) return nullptr;
  return {{"blocks", r->blocks},
          {"error", json_value(r->error)},
          {"late", json_value(r->late)},
          {"dvt_ms", json_value(r->dvt_ms)}};
}

Json part(const std::optional<DelayPartReport>& r) {
  if (!r) return nullptr;
  return {{"n", r->n}, {"mean", r->mean}, {"p50", r->p50}, {"p95", r->p95}};
}

Json delay_split(const std::optional<DelaySplitReport>& r) {
  if (!r) return nullptr;
  Json parts = Json::object();
  for (std::size_t i = 0; i < kDelayParts; ++i) parts[std::string(kDelayPartWords[i])] = part(r->parts[i]);
  parts["whole"] = part(r->whole);
  return parts;
}

}  // namespace

Json to_json(const StreamReport& r) {
  Json made{{"medium", r.medium_known ? Json(to_string(r.medium)) : Json(nullptr)},
            {"direction", to_string(r.direction)},
            {"ssrc", json_value(r.ssrc)},
            {"payload", payload(r)},
            {"stamp_resolution_ms", json_value(r.stamp_resolution_ms)},
            {"notes", r.notes},
            {"packets", r.packets},
            {"expected", r.expected},
            {"lost", json_value(r.lost)},
            {"refused", json_value(r.refused)},
            {"loss_ratio", json_value(r.loss_ratio)},
            {"duplicates", r.duplicates},
            {"reordered", r.reordered},
            {"bytes", json_value(r.bytes)},
            {"duration_ms", json_value(r.duration_ms)},
            {"interarrival_ms", interarrival(r.interarrival)},
            {"exceedances", exceedances_json(r.exceedances)},
            {"jitter_rfc3550_ms", jitter(r.jitter_rfc3550)},
            {"jitter_on_send_times_ms", jitter(r.jitter_on_send_times)},
            {"delay_ms", delay(r.delay)},
            {"delay_split_ms", delay_split(r.delay_split)},
            {"os_share", json_value(r.os_share)},
            {"network_share", json_value(r.network_share)},
            {"pdv_ms", pdv(r.pdv)},
            {"ipdv_ms", ipdv(r.ipdv)},
            {"compensation", compensation(r.compensation)},
            {"skew_candidate", skew_candidate_json(r.skew_candidate)},
            {"trend", nullptr},
            {"gaps_per_second", json_value(r.gaps_per_second)},
            {"frames", frames(r.frames)},
            {"audio", audio(r.audio)},
            {"loss_bursts", loss_bursts_json(r.loss_bursts)},
            {"voice", voice_json(r.voice)},
            {"intervals", intervals(r.intervals)},
            {"quality", r.medium_known ? quality_json(r.medium, r.quality) : Json(nullptr)}};
  made["trend"] = trend(r.trend);  // last, for it is large: an object that grows copies what it holds
  return made;
}

Json to_json(const AnalysisReport& report) {
  Json made{{"file", report.file}, {"streams", Json::array()}, {"quality", quality_json(report)}};
  // Last, as above.
  for (const StreamReport& stream : report.streams) made["streams"].push_back(to_json(stream));
  return made;
}

}  // namespace jitterscope
