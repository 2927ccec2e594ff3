#pragma once
// What the far end says that it measures of one of our streams.
#include <optional>

#include "core/events/events.h"
#include "core/metrics/snapshot.h"
#include "core/metrics/thinning_series.h"

namespace jitterscope {

/// Series have a point for each summary; loss is that between two summaries. A quarter of an hour stays sharp.
class PeerTrack {
 public:
  explicit PeerTrack(Timestamp call_began) : began_(call_began) {}
  void add(const PeerSummary&);
  std::optional<PeerView> view(Timestamp now) const;  // absent before the first summary

 private:
  static constexpr std::size_t kSharp = 3600;
  Timestamp began_;
  std::optional<PeerSummary> last_;
  ThinningSeries stddev_{kSharp}, jitter_{kSharp}, loss_{kSharp}, rate_{kSharp};
};

}  // namespace jitterscope
