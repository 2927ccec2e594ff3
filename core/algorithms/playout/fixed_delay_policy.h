#pragma once
// The I-policy (claypool98 §8.1; Naylor and Kleinrock 1982): a fixed delay over the shortest transit of the last 60 s;
// what comes later is not played. After a long run of late units (LateRun) the smallest of their transits becomes the
// reference, so that a step of the network's delay does not silence the stream for long.
#include "core/algorithms/playout/playout_offset.h"

namespace jitterscope {

class FixedDelayPolicy : public PlayoutPolicy {
 public:
  /// In sound without pauses the offset follows from kPatience after the last talkspurt on, by a step a second, if the
  /// step is worth it.
  static constexpr Duration kPatience = Duration::seconds(5);
  static constexpr Duration kStepEvery = Duration::seconds(1);
  static constexpr Duration kDeadBand = Duration::ms(2);
  /// `at_once`: a new target (the user's) counts from the next unit on; else from the next talkspurt on.
  FixedDelayPolicy(Duration target, bool at_once, Medium medium)
      : target_(target), at_once_(at_once), medium_(medium), late_(medium) {}
  std::optional<Timestamp> take(const PlayoutArrival& unit) override;
  Duration delay() const override;
  void set_target(Duration target) override;
  void restart() override;

 private:
  void follow(const PlayoutArrival& unit, Duration wanted);

  Duration target_;
  bool at_once_, urgent_ = false;
  Medium medium_;
  ReferenceTransit reference_;
  PlayoutOffset offset_;
  LateRun late_;
  Timestamp last_talkspurt_, last_step_;
};

}  // namespace jitterscope
