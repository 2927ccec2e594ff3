#pragma once
#include <algorithm>

#include "core/events/per_medium.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope {

/// The streams of a capture left where it was made, and nothing came there: departures are all that is known.
inline bool only_left_here(const CallSnapshot& now) {
  return std::ranges::none_of(kMedia, [&](Medium medium) { return now.received(medium).figures.active; }) &&
         std::ranges::any_of(kMedia, [&](Medium medium) { return now.sent[medium].active; });
}

}  // namespace jitterscope
