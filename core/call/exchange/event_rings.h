#pragma once
// One ring of events for each thread that makes them, all read by the analysis thread. A thread writes only to the ring
// of its own role, so every ring has one writer.
#include <array>
#include <memory>

#include "core/base/realtime/spsc_ring.h"
#include "core/events/events.h"

namespace jitterscope {

using EventRing = SpscRing<Event>;

class EventRings {
 public:
  EventRings() {
    for (std::size_t i = 0; i < kThreadRoles; ++i) {
      const auto role = static_cast<ThreadRole>(i);
      rings_[i] = std::make_unique<EventRing>(std::string(to_string(role)) + " events", capacity(role));
    }
  }
  EventRing& of(ThreadRole role) { return *rings_[static_cast<std::size_t>(role)]; }
  /// Analysis thread: everything there is now, ring by ring.
  template <typename Take>
  void drain(Take&& take) {
    for (auto& ring : rings_) ring->take_all(take);
  }
  template <typename Visit>
  void each(Visit&& visit) const {
    for (const auto& ring : rings_) visit(*ring);
  }

 private:
  // Half a second of the fastest stream we expect (30 frames/s of 200 blocks); the others are slow.
  static std::size_t capacity(ThreadRole role) {
    return role == ThreadRole::kVideoSend || role == ThreadRole::kVideoReceive ? 8192 : 1024;
  }
  std::array<std::unique_ptr<EventRing>, kThreadRoles> rings_;
};

}  // namespace jitterscope
