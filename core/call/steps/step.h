#pragma once
// What a thread role does, apart from how it sleeps: a step is given the time and what has come, and says when it wants
// to be called next. It knows no socket, clock, sleep or thread, so that the same one serves a call and virtual time.
#include <concepts>

#include "core/base/units/time.h"

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

}  // namespace jitterscope
