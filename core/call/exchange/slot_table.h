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
  using Slot = std::size_t;  // modulo kMostRemotes its place; a place that is used again is another slot

  // Session thread.
  /// Serves from its next round on. nullopt: all slots are in use.
  std::optional<Slot> add(std::unique_ptr<T> made) {
    collect();
    for (std::size_t place = 0; place < kMostRemotes; ++place) {
      if (made_[place]) continue;
      made_[place] = made.get();
      changes_.push({place, std::move(made)});
      return place + kMostRemotes * uses_[place];
    }
    return std::nullopt;
  }
  /// As added; nullptr: it was removed.
  T* made(Slot slot) const { return is_in_use(slot) && !leaving_[place(slot)] ? made_[place(slot)] : nullptr; }
  /// Deleted when the serving thread has given it back, by the next add() or collect(); until then the slot is in use.
  void remove(Slot slot) {
    if (!made(slot)) return;
    leaving_[place(slot)] = true;
    changes_.push({place(slot), nullptr});
  }
  bool is_gone(Slot slot) {
    collect();
    return !is_in_use(slot);
  }
  void collect() {
    for (Change gone; given_back_.pop(gone); gone.object.reset()) {
      made_[gone.place] = nullptr;
      leaving_[gone.place] = false;
      ++uses_[gone.place];
    }
  }

  // Serving thread.
  /// `come(object)` is called of what comes, `leave(object)` of what goes, before it is given back.
  template <typename Come, typename Leave>
  void take_changes(Come&& come, Leave&& leave) {
    for (Change change; changes_.pop(change);) {
      std::unique_ptr<T>& here = serving_[change.place];
      if (change.object) come(*change.object);
      if (!change.object && here) leave(*here);
      std::swap(here, change.object);
      if (change.object) given_back_.push(std::move(change));
    }
  }
  void take_changes() {
    take_changes([](T&) {}, [](T&) {});
  }
  T* at(Slot slot) { return serving_[place(slot)].get(); }
  template <typename Visit>
  void each(Visit&& visit) {
    for (auto& object : serving_)
      if (object) visit(*object);
  }

 private:
  struct Change {
    std::size_t place = 0;
    std::unique_ptr<T> object;  // null: the slot is to be emptied
  };
  static std::size_t place(Slot slot) { return slot % kMostRemotes; }
  bool is_in_use(Slot slot) const { return made_[place(slot)] && uses_[place(slot)] == slot / kMostRemotes; }

  SpscRing<Change> changes_{"slots", 2 * kMostRemotes}, given_back_{"slots back", kMostRemotes};
  std::array<T*, kMostRemotes> made_{};           // session thread
  std::array<bool, kMostRemotes> leaving_{};      // session thread
  std::array<std::size_t, kMostRemotes> uses_{};  // session thread: that are over
  std::array<std::unique_ptr<T>, kMostRemotes> serving_;
};

}  // namespace jitterscope
