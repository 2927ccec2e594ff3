#include "core/algorithms/rate/arrival_count.h"

#include <algorithm>
#include <cstdlib>

namespace jitterscope {

bool ArrivalCount::add(std::uint32_t ssrc, std::int64_t sequence, std::int32_t bytes) {
  const bool anew = !first_ || ssrc != ssrc_ || std::abs(sequence - highest_) > kJump;
  if (anew) {
    expected_before_ = expected();
    ssrc_ = ssrc;
    first_ = highest_ = sequence;
  }
  first_ = std::min(*first_, sequence);
  highest_ = std::max(highest_, sequence);
  ++packets_;
  bytes_ += bytes;
  return anew;
}

}  // namespace jitterscope
