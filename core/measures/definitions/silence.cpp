#include "core/measures/definitions/silence.h"

#include <algorithm>

namespace jitterscope {

std::int64_t Silence::before(Timestamp at) const {
  if (at >= to) return units;
  if (at <= from) return 0;
  return static_cast<std::int64_t>(static_cast<double>((at - from).ns()) / static_cast<double>((to - from).ns()) *
                                   static_cast<double>(units));
}

Silence Silence::within(Timestamp begin, Timestamp end) const {
  return {std::max(from, begin), std::min(to, end), before(end) - before(begin)};
}

}  // namespace jitterscope
