#pragma once
// Brings a new playout policy from the session thread, where it may be made, to the thread that plays, and the old one
// back to be deleted: the thread that plays never allocates.
#include "core/call/playout_board.h"
#include "core/playout/playout_change.h"
#include "core/realtime/spsc_ring.h"

namespace jitterscope {

class PlayoutSwitch {
 public:
  /// `first` is the setting that the playout was made with.
  explicit PlayoutSwitch(const PlayoutSetting& first) : optimum_(first.kind == PlayoutPolicyKind::kOptimum) {}

  /// Session thread.
  void set(const PlayoutSetting& setting, Medium medium, Duration period) {
    for (std::unique_ptr<PlayoutPolicy> old; old_.pop(old);) old.reset();
    changes_.push({make_playout_change(setting, medium, period), setting.kind == PlayoutPolicyKind::kOptimum});
  }

  /// The thread that plays, before it takes or plays anything. `Playout`: AudioPlayout or VideoPlayout.
  template <typename Playout>
  void apply(Playout& playout, const MediumBoard& board, Timestamp now) {
    for (Change change; changes_.pop(change);) {
      old_.push(playout.set_policy(std::move(change.made), now));
      optimum_ = change.optimum;
      target_ = -1;
    }
    const std::int64_t optimum = board.optimum.load(std::memory_order_relaxed);
    if (optimum_ && optimum >= 0 && optimum != target_) playout.set_target(Duration::ns(target_ = optimum));
    playout.hold(Duration::ns(board.hold.load(std::memory_order_relaxed)));
  }

 private:
  struct Change {
    PlayoutChange made;
    bool optimum = false;
  };
  static constexpr std::size_t kMostChanges = 16;
  SpscRing<Change> changes_{"playout changes", kMostChanges};
  SpscRing<std::unique_ptr<PlayoutPolicy>> old_{"old playout policies", 2 * kMostChanges};  // all of two rounds fit

  // The thread that plays.
  bool optimum_;
  std::int64_t target_ = -1;  // told last
};

}  // namespace jitterscope
