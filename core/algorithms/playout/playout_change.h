#pragma once
// Changing the playout policy of a running stream, and telling of it.
#include <array>
#include <memory>
#include <optional>

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

/// The last arrivals of a stream, so that a new policy need not begin without knowing any transit.
class RecentArrivals {
 public:
  void add(const PlayoutArrival& unit);
  /// Whether `unit` was made more than a second before or after the last one, but that time did not pass: the sender's
  /// timestamps began anew.
  bool jumps_to(const PlayoutArrival& unit) const;
  void clear() { count_ = 0; }
  /// Lets `policy` see them all, in order.
  void teach(PlayoutPolicy& policy) const;

 private:
  static constexpr std::size_t kMost = 128;
  std::array<PlayoutArrival, kMost> ring_{};
  std::size_t count_ = 0;  // since the beginning
};

/// When a change of the playout is worth a PlayoutDecided: another policy at once; a delay or hold that is 1 ms off the
/// one reported last at most once a second, with audio's talkspurts always.
class DecisionNotes {
 public:
  explicit DecisionNotes(Medium medium) { told_.medium = medium; }
  void rename(const ShortText<24>& policy);
  std::optional<PlayoutDecided> note(Duration delay, Duration held, bool talkspurt, Timestamp at);

 private:
  PlayoutDecided told_;
  bool renamed_ = true;
};

}  // namespace jitterscope
