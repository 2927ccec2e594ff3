#pragma once
// Rate control in both directions over the call, from its events.
#include <memory>

#include "core/events/events.h"
#include "core/metrics/rate_view.h"

namespace jitterscope {

/// Series go over the whole call and are bounded. Views are made at most five times a second and shared.
class RateTrack {
 public:
  explicit RateTrack(Timestamp call_began) : began_(call_began) {}
  void add(const TrendReported&) {}
  void add(const RateDecided&) {}
  void add(const FrameOmitted&) {}
  void add(const TcpReported&) {}
  void add(const PacketSent&) {}
  void add(const PacketArrived&) {}
  void add(const SettingChanged&) {}  // "rate-control", "transport", "link", "background"
  /// Null until there was a report or a decision.
  std::shared_ptr<const RateView> view(Direction, Timestamp) { return nullptr; }

 private:
  Timestamp began_;
};

}  // namespace jitterscope
