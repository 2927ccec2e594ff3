#pragma once
// Changing the playout policy of a running stream, and telling of it.
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "core/algorithms/playout/policy.h"
#include "core/events/kinds/playout_decided.h"
#include "core/events/playout_setting.h"

namespace jitterscope {

/// A policy with its name, made where allocation is allowed (session thread) and moved to the thread that plays.
struct PlayoutChange {
  ShortText<24> name;  // as PlayoutSetting says it
  std::unique_ptr<PlayoutPolicy> policy;
};
PlayoutChange make_playout_change(const PlayoutSetting& setting, Medium medium, Duration period);

/// The policy of a stream, with the last arrivals, so that a new one need not begin without knowing any transit.
class PolicyInForce {
 public:
  PolicyInForce(const PlayoutSetting& setting, Medium medium, Duration period);
  /// Whether `unit` was made more than a second before or after the last one, but that time did not pass: the sender's
  /// timestamps began anew.
  bool jumps_to(const PlayoutArrival& unit) const;
  /// As PlayoutPolicy::take().
  std::optional<Timestamp> take(const PlayoutArrival& unit);
  /// Whether a change of the playout is worth a PlayoutDecided: another policy at once; a delay or hold that is 1 ms
  /// off the one reported last at most once a second, with audio's talkspurts always.
  void note(Duration held, bool talkspurt, Timestamp at);
  std::optional<PlayoutDecided> take_decided() { return std::exchange(decided_, std::nullopt); }
  /// Gives back the old policy.
  std::unique_ptr<PlayoutPolicy> set(PlayoutChange change, Duration held, Timestamp now);
  void set_target(Duration delay) { policy_->set_target(delay); }
  void restart();

 private:
  static constexpr std::size_t kMost = 128;
  std::unique_ptr<PlayoutPolicy> policy_;
  std::array<PlayoutArrival, kMost> recent_{};
  std::size_t count_ = 0;  // since the beginning
  PlayoutDecided told_;
  bool renamed_ = true;
  std::optional<PlayoutDecided> decided_;
};

}  // namespace jitterscope
