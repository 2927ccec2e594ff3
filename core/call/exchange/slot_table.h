#pragma once
// What a real-time thread does for each of many remotes: objects that the session thread makes and deletes, handed to
// the serving thread and back by rings, so that the serving thread never allocates, frees or waits.
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/realtime/spsc_ring.h"

namespace jitterscope {

inline constexpr std::size_t kMostRemotes = 16;

template <typename T>
class SlotTable {
 public:
  using Slot = std::size_t;  // 0 … kMostRemotes - 1

  // Session thread.
  /// Serves from its next round on. nullopt: all slots are in use.
  std::optional<Slot> add(std::unique_ptr<T> made) {
    collect();
    for (Slot slot = 0; slot < kMostRemotes; ++slot) {
      if (made_[slot]) continue;
      made_[slot] = made.get();
      changes_.push({slot, std::move(made)});
      return slot;
    }
    return std::nullopt;
  }
  /// As added; nullptr: it was removed.
  T* made(Slot slot) const { return leaving_[slot] ? nullptr : made_[slot]; }
  /// Deleted when the serving thread has given it back, by the next add() or collect(); until then the slot is in use.
  void remove(Slot slot) {
    if (!made(slot)) return;
    leaving_[slot] = true;
    changes_.push({slot, nullptr});
  }
  bool is_gone(Slot slot) {
    collect();
    return !made_[slot];
  }
  void collect() {
    for (Change gone; given_back_.pop(gone); gone.object.reset()) {
      made_[gone.slot] = nullptr;
      leaving_[gone.slot] = false;
    }
  }

  // Serving thread.
  /// `come(object)` is called of what comes, `leave(object)` of what goes, before it is given back.
  template <typename Come, typename Leave>
  void take_changes(Come&& come, Leave&& leave) {
    for (Change change; changes_.pop(change);) {
      std::unique_ptr<T>& here = serving_[change.slot];
      if (change.object) come(*change.object);
      if (!change.object && here) leave(*here);
      std::swap(here, change.object);
      if (change.object) given_back_.push(std::move(change));
    }
  }
  void take_changes() {
    take_changes([](T&) {}, [](T&) {});
  }
  T* at(Slot slot) { return serving_[slot].get(); }
  template <typename Visit>
  void each(Visit&& visit) {
    for (auto& object : serving_)
      if (object) visit(*object);
  }

 private:
  struct Change {
    Slot slot = 0;
    std::unique_ptr<T> object;  // null: the slot is to be emptied
  };
  SpscRing<Change> changes_{"slots", 2 * kMostRemotes}, given_back_{"slots back", kMostRemotes};
  std::array<T*, kMostRemotes> made_{};       // session thread
  std::array<bool, kMostRemotes> leaving_{};  // session thread
  std::array<std::unique_ptr<T>, kMostRemotes> serving_;
};

}  // namespace jitterscope
