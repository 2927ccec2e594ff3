#pragma once
// The I-policy (claypool98 §6; Naylor and Kleinrock 1982): a fixed delay over the shortest transit of the last 10 s;
// what comes later is not played. When 5 units in a row, for at least 200 ms, were late, the smallest of their transits
// becomes the reference, so that a step of the network's delay does not silence the stream for long.
#include "core/playout/playout_offset.h"

namespace jitterscope {

class FixedDelayPolicy : public PlayoutPolicy {
 public:
  static constexpr int kLateUnits = 5;
  static constexpr Duration kLateFor = Duration::ms(200);
  /// `at_once`: a new target (the user's) counts from the next unit on; else from the next talkspurt on.
  FixedDelayPolicy(Duration target, bool at_once) : target_(target), at_once_(at_once) {}
  std::optional<Timestamp> take(const PlayoutArrival& unit) override;
  Duration delay() const override;
  void set_target(Duration target) override;
  void restart() override;

 private:
  struct LateRun {
    int units = 0;
    Timestamp begin;
    Duration smallest;
  };
  void note_late(const PlayoutArrival& unit, Duration transit);

  Duration target_;
  bool at_once_, urgent_ = false;
  ReferenceTransit reference_;
  PlayoutOffset offset_;
  LateRun late_;
};

}  // namespace jitterscope
