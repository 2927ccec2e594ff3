#pragma once
// How losses come together: RFC 3611 §4.7.2's bursts and gaps, and G.107's burst ratio.
#include <cstdint>
#include <optional>

namespace jitterscope {

/// Of a sequence of units (blocks of sound or frames) that were played or not.
struct LossBursts {
  std::int64_t units = 0, lost = 0;
  std::int64_t bursts = 0;
  std::optional<double> mean_length;  // units of a burst, the played ones inside it too; absent: there was no burst
  std::optional<double>
      burst_ratio;               // mean run of units lost on end x (1 - share lost); absent: nothing or all was lost
  std::optional<double> gap_ms;  // mean length of what is outside bursts; absent: nothing is, or no period is known
  bool operator==(const LossBursts&) const = default;
};

}  // namespace jitterscope
