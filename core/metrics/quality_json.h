#pragma once
// The "quality" objects of interface.md, for `analyze` and for summaries of calls. Absent = null.
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/metrics/stream_report.h"
#include "core/quality/quality_metric.h"

namespace jitterscope {

/// The point of a finished stream. `units_stddev_ms` = of the time between blocks (audio) or complete frames (video);
/// `not_played` = share of blocks or frames; absent: those lost, late ones not counted.
QualityPoint quality_point(const StreamReport&, std::optional<double> units_stddev_ms, double playout_added_ms,
                           std::optional<double> not_played = {});

/// {"latency_ms", "jitter_ms", "loss_ratio", "limits", "scaled", "distance", "acceptable", "metric"}, by the default limits
/// of the medium and the Euclidean metric.
nlohmann::ordered_json quality_json(Medium, const QualityPoint&);
/// The object of the received stream (of any, if none was received) with the largest distance, with "ssrc", "medium" and
/// "streams": one such object a stream. Null without streams.
nlohmann::ordered_json quality_json(const AnalysisReport&);
/// "latency 43.2 ms, jitter 3.1 ms, loss 0 %: inside, distance 0.21"; "…: outside: jitter 61 ms is above 50 ms".
std::string quality_text(Medium, const QualityPoint&);

}  // namespace jitterscope
