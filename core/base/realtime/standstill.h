#pragma once
#include <optional>
#include <utility>

#include "core/base/units/time.h"

namespace jitterscope {

/// Tells, from when a thread looks, that its program stood still: it was stopped, was not given a processor, or the
/// machine slept. Sans-IO, one thread.
class Standstill {
 public:
  /// `longest`: from one look to the next of a program that runs.
  explicit Standstill(Duration longest) : longest_(longest) {}

  /// How long it stood still until now; nullopt: it did not, or this is the first look.
  std::optional<Duration> look(Timestamp now) {
    const bool first = looked_ == Timestamp();
    const Duration gap = now - std::exchange(looked_, now);
    return first || gap <= longest_ ? std::nullopt : std::optional(gap);
  }
  /// What took long until now was the thread's own work: no standstill.
  void excuse(Timestamp now) { looked_ = now; }

 private:
  const Duration longest_;
  Timestamp looked_;
};

}  // namespace jitterscope
