#pragma once
// A time in which a medium owed units that nobody numbered (core/measures/tracks/streams/owed_units.h says when).
#include <algorithm>
#include <cstdint>

#include "core/base/units/time.h"

namespace jitterscope {

/// Units owed evenly over a time.
struct Silence {
  Timestamp from, to;
  std::int64_t units = 0;

  /// Those of them that are due before `at`. What lies between two times is the difference.
  std::int64_t before(Timestamp at) const {
    if (at >= to) return units;
    if (at <= from) return 0;
    const double share = static_cast<double>((at - from).ns()) / static_cast<double>((to - from).ns());
    return static_cast<std::int64_t>(share * static_cast<double>(units));
  }
  Silence within(Timestamp begin, Timestamp end) const {
    return {std::max(from, begin), std::min(to, end), before(end) - before(begin)};
  }
};

}  // namespace jitterscope
