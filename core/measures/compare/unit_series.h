#pragma once
// The units of a stretch in number order with what each gives to the quality space: latency, spacing, and whether it
// was played, together, so that a resample has all three of the same units.
#include <cstdint>
#include <optional>
#include <vector>

#include "core/algorithms/quality/quality_limits.h"
#include "core/measures/definitions/stream_input.h"
#include "core/measures/offline/media_frames.h"
#include "core/measures/offline/stream_quality.h"
#include "core/measures/views/stream_report.h"

namespace jitterscope {

struct UnitSeries {
  std::vector<std::uint8_t> not_played;        // 1 = not
  std::vector<std::optional<double>> latency;  // ms
  std::vector<UnitSpacing> spacings;           // `number`: place, where the highest unit so far has its own

  /// Of the units that count for the latency.
  std::vector<double> latencies() const;
  /// What each unit adds to the square of the Euclidean quality distance, less that square: exact in the square of the
  /// jitter, to first order in latency and share not played.
  std::vector<double> distance_offsets(const QualityLimits&) const;
};

/// `report` = that of the same units. Absent: there are none, or their numbers run over more than four million.
std::optional<UnitSeries> unit_series(const StreamInput&, const StreamReport& report);

}  // namespace jitterscope
