#pragma once
// Queue monitoring (Stone and Jeffay, "An empirical study of delay jitter management policies", Multimedia Systems
// 2(6), 1995): nothing is thrown away while the queue is short, as by the E-policy; once it has held n units or more
// for the threshold of n, one unit is thrown away and all that follows plays a period earlier. Here QM-(3600, 2): the
// threshold of three units is 3600 frame times, of each further unit half of that.
#include <array>

#include "core/algorithms/playout/playout_offset.h"

namespace jitterscope {

class QueueMonitoringPolicy : public PlayoutPolicy {
 public:
  static constexpr std::int64_t kBaseThreshold = 3600;  // frame times
  static constexpr std::int64_t kDecay = 2;
  static constexpr std::int64_t kAllowed = 2;  // units that may always wait
  /// How long the queue may hold `units`: kBaseThreshold frame times for kAllowed + 1, less for more; at least one.
  static Duration threshold(std::int64_t units, Duration period);

  explicit QueueMonitoringPolicy(Duration period);
  std::optional<Timestamp> take(const PlayoutArrival& unit) override;
  Duration delay() const override;
  void restart() override;

 private:
  static constexpr std::size_t kLengths = 16;  // longer queues count as the longest
  bool too_long(std::int64_t waiting, Timestamp now);

  Duration period_;
  ReferenceTransit reference_;
  PlayoutOffset offset_;
  std::array<std::optional<Timestamp>, kLengths> since_{};  // the queue holds kAllowed + 1 + index units or more
};

}  // namespace jitterscope
