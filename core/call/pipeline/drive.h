#pragma once
// The shell of a step (core/call/steps/step.h): the loop of a real thread.
#include <algorithm>
#include <stop_token>

#include "core/base/realtime/clock.h"
#include "core/call/steps/step.h"

namespace jitterscope {

/// Until a stop is asked for. `source.wait(step, until)` sleeps until then at most, or until something has come, and
/// gives that to the step.
template <Step S, typename Source>
void drive(S& step, Source&& source, const std::stop_token& stop) {
  while (!stop.stop_requested()) source.wait(step, step.run(monotonic_now()));
  step.finish(monotonic_now());
}

}  // namespace jitterscope
