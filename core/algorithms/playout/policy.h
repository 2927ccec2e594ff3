#pragma once
// When a received block or frame is played: one interface for all playout policies. Sans-IO.
#include <optional>

#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope {

/// A block of sound or a complete frame of picture that has come.
struct PlayoutArrival {
  std::int64_t number = 0;  // block sequence or frame number, extended
  Duration source;          // when it was made, on the sender's scale; its origin is free but stays
  Timestamp received;       // local: complete
  bool talkspurt = false;   // the delay may change here: first block after silence; every frame of picture
};

/// One medium of one stream. The transit of a unit is received − source. No allocation after construction.
class PlayoutPolicy {
 public:
  virtual ~PlayoutPolicy() = default;
  /// When the unit is to be played, local: before `received` = it came too late and is not played; nullopt = it came in
  /// time and is thrown away to shorten the delay. Each distinct unit once, in order of arrival.
  virtual std::optional<Timestamp> take(const PlayoutArrival&) = 0;
  /// playout − source of what comes next, less the reference transit (the shortest of 60 s): the buffer's delay. 0
  /// before the first arrival.
  virtual Duration delay() const = 0;
  /// Of the policies that have a target (a fixed delay, the live optimum): the delay from the next possible moment on.
  virtual void set_target(Duration) {}
  /// The origin of `source` changed (the sender counts anew): what came before says nothing about what follows.
  virtual void restart() = 0;
};

}  // namespace jitterscope
