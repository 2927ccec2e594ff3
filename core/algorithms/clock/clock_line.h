#pragma once
// How local time becomes conference time: a line, and a correction that is worked in for a while. A plain value, to be
// handed from thread to thread.
#include <algorithm>
#include <cmath>

#include "core/base/units/time.h"

namespace jitterscope {

struct ClockLine {
  Timestamp reference;    // local
  Duration offset;        // conference − local at `reference`
  double skew = 0;        // gained a second from `reference` on
  double correction = 0;  // gained a second besides, until `correction_length` after `reference`
  Duration correction_length;
  double earlier = 0;  // gained a second before `reference`: as the line before this one, over its last 20 ms

  Timestamp to_conference(Timestamp local) const {
    const double since = static_cast<double>((local - reference).ns());
    const double worked_in = std::min(since, static_cast<double>(correction_length.ns()));
    const double gained = since < 0 ? since * earlier : since * skew + worked_in * correction;
    return local + offset + Duration::ns(std::llround(gained));
  }
};

}  // namespace jitterscope
