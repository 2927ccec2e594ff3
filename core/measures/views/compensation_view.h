#pragma once
// The jitter compensation curve of one received medium, with what each playout policy makes of the same arrivals.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "core/events/playout_setting.h"
#include "core/measures/views/analysis_query.h"
#include "core/measures/views/compensation_report.h"

namespace jitterscope {

/// What a policy did over the stretch, on the axes of the curve.
struct OperatingPoint {
  PlayoutSetting setting;
  bool in_force = false;       // measured on what was really played; else run in the shadow
  std::int64_t units = 0;      // blocks or frames that came
  double delay_ms = 0;         // mean of playout − source − reference transit, over the units played
  double dropped_percent = 0;  // of the units that came: late or thrown away
  double held_ms = 0;          // part of delay_ms: mean hold for lip-sync, of the one in force
  double distance = 0;         // to the origin, each axis over the query's normaliser, as the optimum's
};

struct CompensationView {
  AnalysisQuery query;
  double from_s = 0, to_s = 0;     // the stretch found
  CompensationReport report;       // curve at most 1000 corners; optimum by the query's normalisers
  std::optional<double> skew_ppm;  // fitted; see report.skew_removed
  bool skew_candidate = false;     // skew_ppm is a straight drift that one direction cannot tell from a growing queue
  bool skew_refused = false;       // asked for, but the clocks are common or synchronised: there is none to remove
  bool skew_unknown = false;       // longer than what is kept exactly: skew neither looked for nor removed
  std::vector<OperatingPoint> points;  // the one in force first
  std::vector<CurvePoint> bound;  // Moon, Kurose and Towsley 1998: no policy with one delay a talkspurt is below it
                                  // {mean delay ms, dropped percent}; audio
};

/// What a buffer of `buffer_ms` drops, percent: a step function of the curve's corners (ascending). Absent: no curve,
/// or before its first corner.
inline std::optional<double> dropped_at(std::span<const CurvePoint> curve, double buffer_ms) {
  const auto after = std::ranges::upper_bound(curve, buffer_ms, {}, &CurvePoint::buffer_ms);
  return after == curve.begin() ? std::nullopt : std::optional(std::prev(after)->dropped_percent);
}

}  // namespace jitterscope
