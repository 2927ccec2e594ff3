#pragma once
// What a sender's own reports say of a stream that stopped early.
#include <cstdint>

#include "core/base/units/time.h"

namespace jitterscope {

/// A report younger than this may count packets that are still under way.
inline constexpr Duration kUnderWay = Duration::seconds(1);

/// A sender's count (modulo 2^32) beside the highest number that had come of it then.
/// The count begins with the sender's own first packet, long before, maybe: only its growth tells something.
struct CountedPackets {
  std::int64_t counted = 0, highest = 0;
};

/// Packets that the sender counted between the two beyond the numbers; 0 where the count means something else.
inline std::int64_t packets_beyond(const CountedPackets& first, const CountedPackets& last) {
  constexpr std::int64_t kCycle = std::int64_t{1} << 32, kMost = 10'000'000;
  const std::int64_t beyond = ((last.counted - first.counted) - (last.highest - first.highest)) & (kCycle - 1);
  return beyond <= kMost ? beyond : 0;
}

}  // namespace jitterscope
