#include "core/base/stats/sample_ring.h"

#include <algorithm>

namespace jitterscope {

void SampleRing::grow() {
  constexpr std::size_t kSmallest = 256;
  std::vector<IntervalSample> wider(std::max(kSmallest, slots_.size() * 2));
  for (std::uint64_t i = first_; i < end_; ++i) wider[i & (wider.size() - 1)] = (*this)[i];
  slots_ = std::move(wider);
}

std::uint64_t SampleRing::lower_bound(Timestamp at) const {
  std::uint64_t low = first_, high = end_;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if ((*this)[middle].at < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

}  // namespace jitterscope
