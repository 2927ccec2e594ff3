#pragma once
// Where a stream stands in the quality space of claypool98 §7: latency, jitter, data loss; the origin is best.
#include <optional>

namespace jitterscope {

/// latency = mean one-way delay + the playout policy's added delay; jitter = standard deviation of the interarrival time of
/// blocks (audio) or frames (video); loss = share of blocks or frames sent and not played. Absent = cannot be known.
struct QualityPoint {
  std::optional<double> latency_ms, jitter_ms, loss_ratio;
  bool operator==(const QualityPoint&) const = default;
};

}  // namespace jitterscope
