#pragma once
// The "quality" objects for `analyze` and for summaries of calls. Absent = null.
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/algorithms/quality/quality_metric.h"
#include "core/measures/views/stream_report.h"

namespace jitterscope {

/// {"latency_ms", "network_latency_ms", "from", "ends_at", "latency_units", "latency_unknown", "jitter_ms",
/// "loss_ratio", "units_due", "units_played", "due_per_second", "limits", "scaled", "distance", "acceptable",
/// "metric"}, by the Euclidean metric. In "limits" is the share of loss that the point is held to: null where a limit
/// in frames a second makes none.
nlohmann::ordered_json quality_json(const QualityPoint&, const QualityLimits&);
/// {"r", "mos", "ta_ms", "ppl_percent", "burst_r", "ie", "bpl", "outside", "assumption"}; null: no latency is known.
nlohmann::ordered_json voice_json(const std::optional<VoiceQuality>&);
/// "R 84.1, MOS 4.15 (G.107: Ta 92 ms, Ppl 0.4 %, BurstR 1.2; Bpl 25.1 assumed)"; "-" without.
std::string voice_text(const std::optional<VoiceQuality>&);
/// The object of the received stream (of any, if none was received) with the largest distance, with "ssrc", "medium"
/// and "streams": one such object a stream. Null without streams.
nlohmann::ordered_json quality_json(const AnalysisReport&);
/// "latency 43.2 ms, jitter 3.1 ms, not played 0 %: inside, quality distance 0.21"; "…: outside: jitter 61 ms is above
/// 50 ms".
std::string quality_text(const QualityPoint&, const QualityLimits&);

}  // namespace jitterscope
