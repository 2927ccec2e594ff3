#pragma once
// A time in which a medium owed units that nobody numbered (core/measures/tracks/streams/owed_units.h says when).
#include <cstdint>

#include "core/base/units/time.h"

namespace jitterscope {

/// Units owed evenly over a time.
struct Silence {
  Timestamp from, to;
  std::int64_t units = 0;

  /// Those of them that are due before `at`. What lies between two times is the difference.
  std::int64_t before(Timestamp at) const;
  Silence within(Timestamp begin, Timestamp end) const;
};

}  // namespace jitterscope
