#pragma once
// What a thread role does, apart from how it sleeps: a step is given the time and what has come, and says when it wants
// to be called next. It knows no socket, clock, sleep or thread, so that the same one serves a call and virtual time.
// drive() is its shell, the loop of a real thread.
#include <concepts>
#include <stop_token>

#include "core/base/realtime/clock.h"

namespace jitterscope {

/// One role of one call. Not thread-safe but for what says so: its thread, or the one that simulates, calls all.
template <typename S>
concept Step = requires(S step, Timestamp now) {
  /// Does what is due at `now` (never less than before). The result: when it has to be called again at the latest; what
  /// is given to it in between may bring that forward, so it is called after that, too.
  { step.run(now) } -> std::same_as<Timestamp>;
  /// The last call.
  step.finish(now);
};

/// Until a stop is asked for. `source.wait(step, until)` sleeps until then at most, or until something has come, and
/// gives that to the step.
template <Step S, typename Source>
void drive(S& step, Source&& source, const std::stop_token& stop) {
  while (!stop.stop_requested()) source.wait(step, step.run(monotonic_now()));
  step.finish(monotonic_now());
}

}  // namespace jitterscope
