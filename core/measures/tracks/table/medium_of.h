#pragma once
// Of which medium an event of a stream is, whether it says so or can be of one alone.
#include "core/events/events.h"

namespace jitterscope {

template <typename E>
constexpr Medium medium_of(const E& e) {
  if constexpr (requires { e.medium; }) {
    return e.medium;
  } else {
    static_assert(E{}.belonging().medium, "of which medium is it?");
    return *e.belonging().medium;
  }
}

}  // namespace jitterscope
