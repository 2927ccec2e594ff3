#pragma once
// Brings a new playout policy from the session thread, where it may be made, to the thread that plays, and the old one
// back to be deleted: the thread that plays never allocates.
#include <atomic>
#include <memory>

#include "core/algorithms/playout/playout_change.h"
#include "core/algorithms/playout/policy_definition.h"
#include "core/base/realtime/spsc_ring.h"
#include "core/call/exchange/event_rings.h"
#include "core/call/exchange/playout_board.h"
#include "core/call/exchange/setting_handover.h"

namespace jitterscope {

class PlayoutSwitch {
 public:
  /// `first` is the setting that the playout was made with.
  explicit PlayoutSwitch(const PlayoutSetting& first) : optimum_(follows_optimum(first)) {}

  ~PlayoutSwitch() { delete waiting_.load(std::memory_order_acquire); }
  PlayoutSwitch(const PlayoutSwitch&) = delete;

  /// Session thread. Of changes that nobody has taken yet the last one counts. `mark`: what the log is to say of it
  /// when it is taken over; null: nothing.
  TakenOver set(const PlayoutSetting& setting, Medium medium, Duration period, const SettingChanged* mark = nullptr) {
    for (std::unique_ptr<Change> old; old_.pop(old);) old.reset();
    const bool optimum = follows_optimum(setting);
    auto change =
        std::make_unique<Change>(Change{make_playout_change(setting, medium, period), optimum, marks_.put(mark)});
    delete waiting_.exchange(change.release(), std::memory_order_acq_rel);
    return mark ? marks_.handle() : TakenOver();
  }

  /// The thread that plays, before it takes or plays anything. `Playout`: AudioPlayout or VideoPlayout.
  template <typename Playout>
  void apply(Playout& playout, const MediumBoard& board, Timestamp now, const RemoteEvents& events) {
    if (std::unique_ptr<Change> change{waiting_.exchange(nullptr, std::memory_order_acq_rel)}) {
      change->made.policy = playout.set_policy(std::move(change->made), now);
      optimum_ = change->optimum;
      marks_.take(change->marks, now, [&](const Event& mark) { events.push(mark); });
      target_ = -1;
      old_.push(std::move(change));
    }
    const std::int64_t optimum = board.optimum.load(std::memory_order_relaxed);
    if (optimum_ && optimum >= 0 && optimum != target_) playout.set_target(Duration::ns(target_ = optimum));
    playout.hold(Duration::ns(board.hold.load(std::memory_order_relaxed)));
  }

 private:
  struct Change {
    PlayoutChange made;
    bool optimum = false;
    WaitingMarks marks = {};
  };
  static bool follows_optimum(const PlayoutSetting& setting) {
    const auto* definition = find_playout_policy(setting.policy.view());
    return definition && definition->follows_optimum;
  }

  SettingMarks marks_;
  std::atomic<Change*> waiting_{nullptr};
  SpscRing<std::unique_ptr<Change>> old_{"old playout policies", 4};  // between two set() at most two come

  // The thread that plays.
  bool optimum_;
  std::int64_t target_ = -1;  // set last
};

}  // namespace jitterscope
