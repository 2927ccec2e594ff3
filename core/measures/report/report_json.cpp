#include "core/measures/report/report_json.h"

#include <nlohmann/json.hpp>

#include "core/events/words.h"
#include "core/measures/report/json_value.h"
#include "core/measures/report/quality_json.h"
#include "core/measures/report/reject_reasons.h"

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

/// Null where nothing is known.
Json word(std::string_view text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json payload(const StreamReport& r) {
  if (!r.payload) return nullptr;
  return {{"type", r.payload->type},
          {"name", word(r.payload->name)},
          {"clock_rate_hz", json_value(r.clock_rate_hz)},
          {"from", word(to_string(r.payload->source))}};
}

Json payloads(const StreamReport& r) {
  Json made = Json::array();
  for (const PayloadCount& each : r.payloads)
    made.push_back({{"type", each.payload.type},
                    {"name", word(each.payload.name)},
                    {"clock_rate_hz", json_value(each.clock_rate_hz)},
                    {"packets", each.packets},
                    {"timed", each.timed}});
  return made;
}

Json runs(const StreamReport& r) {
  Json made = Json::array();
  for (const RunReport& run : r.runs)
    made.push_back(
        {{"packets", run.packets}, {"expected", run.expected}, {"lost", run.lost}, {"reordered", run.reordered}});
  return made;
}

/// Null when it is not known.
template <typename Report>
Json json_of(const std::optional<Report>& report, Json (*known)(const Report&)) {
  return report ? known(*report) : Json(nullptr);
}

Json jitter(const Rfc3550Report& r) {
  return {{"last", r.last}, {"mean", r.mean}, {"max", r.max}};
}

Json delay(const DelayReport& r) {
  return {{"min", r.min},
          {"mean", r.mean},
          {"stddev", json_value(r.stddev)},
          {"p50", r.p50},
          {"p95", r.p95},
          {"p99", r.p99},
          {"max", r.max},
          {"uncertainty", json_value(r.uncertainty)},
          {"skew_removed", r.skew_removed}};
}

Json pdv(const PdvReport& r) {
  return {{"p50", r.p50}, {"p95", r.p95}, {"p99", r.p99}, {"max", r.max}, {"skew_removed", r.skew_removed}};
}

Json ipdv(const IpdvReport& r) {
  return {{"mean_abs", json_value(r.mean_abs)},
          {"p95_abs", json_value(r.p95_abs)},
          {"max_abs", json_value(r.max_abs)},
          {"pairs", r.pairs},
          {"undefined_share", r.undefined_share}};
}

Json loss_bursts_json(const LossBursts& r) {
  return {{"bursts", r.bursts},
          {"mean_length", json_value(r.mean_length)},
          {"burst_ratio", json_value(r.burst_ratio)},
          {"gap_ms", json_value(r.gap_ms)}};
}

/// [low, high], or "too few".
Json interval_json(const IntervalReport& r) {
  if (!r.interval) return r.too_few ? Json("too few") : Json(nullptr);
  return Json::array({r.interval->low, r.interval->high});
}

Json series_intervals_json(const SeriesIntervals& r) {
  return {{"effective_n", r.effective_n},
          {"mean", interval_json(r.mean)},
          {"p95", interval_json(r.p95)},
          {"p99", interval_json(r.p99)}};
}

Json one_interval(const std::optional<IntervalReport>& r, std::optional<double> effective_n) {
  if (!r) return nullptr;
  return {{"effective_n", json_value(effective_n)}, {"interval", interval_json(*r)}};
}

Json intervals(const IntervalsReport& r) {
  return {{"level", 0.95},
          {"delay_ms", json_of(r.delay, series_intervals_json)},
          {"interarrival_ms", json_of(r.interarrival, series_intervals_json)},
          {"optimal_buffer_ms", one_interval(r.optimal_buffer, r.optimal_effective_n)},
          {"loss_ratio", one_interval(r.loss_ratio, r.loss_effective_n)}};
}

Json optimal(const CompensationOptimum& r) {
  return {{"buffer_ms", r.buffer_ms}, {"dropped_percent", r.dropped_percent}, {"distance", r.distance}};
}

Json compensation(const CompensationReport& r) {
  Json curve = Json::array();
  for (const CurvePoint& point : r.curve) curve.push_back(Json::array({point.buffer_ms, point.dropped_percent}));
  return {{"reference", r.reference},
          {"skew_removed", r.skew_removed},
          {"skew_ppm", json_value(r.skew_ppm)},
          {"skew_by", r.skew_by.empty() ? Json(nullptr) : Json(r.skew_by)},
          {"frames", r.frames},
          {"area_ms_percent", r.area_ms_percent},
          {"curve", curve},
          {"optimal", optimal(r.optimal)}};
}

Json skew_figures(const SkewFigures& r) {
  return {{"delay_ms", json_of(r.delay, delay)},
          {"pdv_ms", json_of(r.pdv, pdv)},
          {"area_ms_percent", r.area_ms_percent},
          {"optimal", optimal(r.optimal)}};
}

Json skew_candidate_json(const SkewCandidate& r) {
  return {{"ppm", r.ppm}, {"measured", skew_figures(r.measured)}, {"corrected", skew_figures(r.corrected)}};
}

/// Built in place: there are hundreds of thousands in a long call.
template <typename... Values>
void add_row(Json::array_t& rows, Values&&... values) {
  Json::array_t row;
  row.reserve(sizeof...(values));
  (row.emplace_back(std::forward<Values>(values)), ...);
  rows.emplace_back(std::move(row));
}

Json trend(const TrendReport& r) {
  Json scales = Json::array();
  for (const TrendScaleReport& scale : r.scales) {
    Json::array_t windows;
    windows.reserve(scale.windows.size());
    for (const TrendWindowReport& w : scale.windows) add_row(windows, w.end_sequence, w.pct, w.pdt, to_string(w.phase));
    scales.push_back({{"packets", scale.packets}, {"groups", scale.groups}, {"windows", std::move(windows)}});
  }
  Json::array_t verdicts;
  verdicts.reserve(r.verdicts.size());
  for (const TrendVerdictReport& v : r.verdicts) add_row(verdicts, v.end_sequence, v.value);
  return {{"epsilon_ms", r.epsilon_ms},
          {"low", r.low},
          {"high", r.high},
          {"step", TrendReport::kStep},
          {"scales", std::move(scales)},
          {"verdicts", std::move(verdicts)}};
}

Json frames(const FramesReport& r) {
  return {{"sent", r.sent},
          {"complete", json_value(r.complete)},
          {"lost", json_value(r.lost)},
          {"late", json_value(r.late)},
          {"error_ratio", json_value(r.error_ratio)},
          {"dvt_ms", json_value(r.dvt_ms)}};
}

Json audio(const AudioReport& r) {
  return {{"blocks", r.blocks},
          {"error", json_value(r.error)},
          {"late", json_value(r.late)},
          {"dvt_ms", json_value(r.dvt_ms)}};
}

Json part(const DelayPartReport& r) {
  return {{"n", r.n}, {"mean", r.mean}, {"p50", r.p50}, {"p95", r.p95}};
}

Json delay_split(const DelaySplitReport& r) {
  Json parts = Json::object();
  for (std::size_t i = 0; i < kDelayParts; ++i) parts[std::string(kDelayPartWords[i])] = json_of(r.parts[i], part);
  parts["whole"] = json_of(r.whole, part);
  return parts;
}

}  // namespace

Json to_json(const StreamReport& r) {
  Json made{
      {"medium", r.medium_known ? Json(to_string(r.medium)) : Json(nullptr)},
      {"direction", to_string(r.direction)},
      {"ssrc", json_value(r.ssrc)},
      {"payload", payload(r)},
      {"payloads", payloads(r)},
      {"sources", r.sources},
      {"destination", word(r.destination)},
      {"stamp_resolution_ms", json_value(r.stamp_resolution_ms)},
      {"notes", r.notes},
      {"runs", runs(r)},
      {"packets", r.packets},
      {"expected", r.expected},
      {"lost", json_value(r.lost)},
      {"refused", json_value(r.refused)},
      {"refused_by", r.refused && r.direction == Direction::kReceived ? reasons_json(r.refused_by) : Json(nullptr)},
      {"loss_ratio", json_value(r.loss_ratio)},
      {"duplicates", r.duplicates},
      {"reordered", r.reordered},
      {"bytes", json_value(r.bytes)},
      {"duration_ms", json_value(r.duration_ms)},
      {"interarrival_ms", interarrival(r.interarrival)},
      {"exceedances", exceedances_json(r.exceedances)},
      {"jitter_rfc3550_ms", json_of(r.jitter_rfc3550, jitter)},
      {"jitter_on_send_times_ms", json_of(r.jitter_on_send_times, jitter)},
      {"delay_ms", json_of(r.delay, delay)},
      {"delay_split_ms", json_of(r.delay_split, delay_split)},
      {"os_share", json_value(r.os_share)},
      {"network_share", json_value(r.network_share)},
      {"pdv_ms", json_of(r.pdv, pdv)},
      {"ipdv_ms", json_of(r.ipdv, ipdv)},
      {"compensation", json_of(r.compensation, compensation)},
      {"skew_candidate", json_of(r.skew_candidate, skew_candidate_json)},
      {"trend", nullptr},
      {"gaps_per_second", json_value(r.gaps_per_second)},
      {"frames", json_of(r.frames, frames)},
      {"audio", json_of(r.audio, audio)},
      {"loss_bursts", json_of(r.loss_bursts, loss_bursts_json)},
      {"voice", voice_json(r.voice)},
      {"intervals", json_of(r.intervals, intervals)},
      {"quality", r.medium_known ? quality_json(r.quality, r.limits) : Json(nullptr)}};
  made["trend"] = json_of(r.trend, trend);  // last, for it is large: an object that grows copies what it holds
  return made;
}

Json to_json(const AnalysisReport& report) {
  Json made{
      {"file", report.file}, {"notes", report.notes}, {"streams", Json::array()}, {"quality", quality_json(report)}};
  // Last, as above.
  for (const StreamReport& stream : report.streams) made["streams"].push_back(to_json(stream));
  return made;
}

}  // namespace jitterscope
