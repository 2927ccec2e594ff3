#pragma once
// One ring of events for each thread that makes them, all read by the analysis thread. A thread writes only to the ring
// of its own role, so every ring has one writer.
#include <array>
#include <atomic>
#include <concepts>
#include <memory>
#include <string>
#include <utility>

#include "core/base/realtime/spsc_ring.h"
#include "core/base/scheduling/thread_role.h"
#include "core/events/event.h"
#include "core/events/identity.h"

namespace jitterscope {

/// Each event with the remote that it is of where it is of one and its kind does not say which (Identifier).
class EventRing {
 public:
  EventRing(std::string name, std::size_t capacity) : ring_(std::move(name), capacity), most_told_(capacity / 2) {}

  /// Writer thread; as SpscRing::push.
  bool push(const Event& event, ParticipantId remote = kFirstRemote) { return ring_.push({event, remote}); }
  /// As push, of what a remote tells in any amount: half of the ring stays for what this end notes.
  bool push_told(const Event& event, ParticipantId remote) {
    if (ring_.size_approx() < most_told_) return push(event, remote);
    told_dropped_.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
  /// Any thread: something is not noted, as there is more of it than any call has.
  void leave_out() { told_dropped_.fetch_add(1, std::memory_order_relaxed); }
  /// Reader thread. False when empty.
  bool pop(Event& event) {
    Noted noted;
    if (!ring_.pop(noted)) return false;
    event = noted.event;
    return true;
  }
  /// Reader thread: take(event, remote), or take(event), of what there is now, in place and in order.
  template <typename Take>
  void take_all(Take&& take) {
    ring_.take_all([&](const Noted& noted) {
      if constexpr (std::invocable<Take, const Event&, ParticipantId>)
        take(noted.event, noted.remote);
      else
        take(noted.event);
    });
  }
  /// Any thread: how full it is, a share of 1.
  double fullness() const { return static_cast<double>(ring_.size_approx()) / static_cast<double>(2 * most_told_); }
  std::int64_t dropped() const { return ring_.dropped() + told_dropped_.load(std::memory_order_relaxed); }
  const std::string& name() const { return ring_.name(); }

 private:
  struct Noted {
    Event event;
    ParticipantId remote;
  };
  SpscRing<Noted> ring_;
  const std::size_t most_told_;
  std::atomic<std::int64_t> told_dropped_{0};
};

/// What is noted of one remote. The ring outlives it.
class RemoteEvents {
 public:
  RemoteEvents(EventRing& ring, ParticipantId remote) : ring_(ring), remote_(remote) {}
  bool push(const Event& event) const { return ring_.push(event, remote_); }
  void leave_out() const { ring_.leave_out(); }
  /// Returns the same ring for what is noted of another remote.
  RemoteEvents of(ParticipantId remote) const { return {ring_, remote}; }

 private:
  EventRing& ring_;
  const ParticipantId remote_;
};

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
  /// Analysis thread: everything there is now, ring by ring, as of EventRing::take_all.
  template <typename Take>
  void drain(Take&& take) {
    for (auto& ring : rings_) ring->take_all(take);
  }
  template <typename Visit>
  void each(Visit&& visit) const {
    for (const auto& ring : rings_) visit(*ring);
  }

 private:
  // Half a second of the fastest picture we expect (30 frames/s of 200 blocks), a second of the shortest blocks of
  // sound; the others are slow. What is received is of each remote.
  static std::size_t capacity(ThreadRole role, std::size_t remotes) {
    switch (role) {
      case ThreadRole::kVideoSend: return 8192;
      case ThreadRole::kVideoReceive: return 8192 * remotes;
      case ThreadRole::kAudioSend: return 4096;
      case ThreadRole::kAudioReceive: return 4096 * remotes;
      case ThreadRole::kVideoDecode: return 1024 * remotes;
      case ThreadRole::kSession: return 2048;  // half of it for what remotes tell
      default: return 1024;
    }
  }
  std::array<std::unique_ptr<EventRing>, kThreadRoles> rings_;
};

}  // namespace jitterscope
