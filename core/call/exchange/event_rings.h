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
  /// Of a call with so many remotes.
  explicit EventRings(std::size_t remotes = 1) {
    for (std::size_t i = 0; i < kThreadRoles; ++i) {
      const auto role = static_cast<ThreadRole>(i);
      rings_[i] = std::make_unique<EventRing>(std::string(to_string(role)) + " events", capacity(role, remotes));
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
  // Half a second of the fastest stream we expect (30 frames/s of 200 blocks); the others are slow. What is received is
  // of each remote.
  static std::size_t capacity(ThreadRole role, std::size_t remotes) {
    const bool of_each =
        role == ThreadRole::kVideoReceive || role == ThreadRole::kVideoDecode || role == ThreadRole::kAudioReceive;
    return (role == ThreadRole::kVideoSend || role == ThreadRole::kVideoReceive ? 8192 : 1024) *
           (of_each ? remotes : 1);
  }
  std::array<std::unique_ptr<EventRing>, kThreadRoles> rings_;
};

}  // namespace jitterscope
