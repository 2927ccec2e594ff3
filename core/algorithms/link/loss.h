#pragma once
// Random loss: Bernoulli, and Gilbert–Elliott as netem's gemodel.
#include "core/algorithms/link/network.h"
#include "core/algorithms/link/random.h"

namespace jitterscope::link {

class Loss {
 public:
  explicit Loss(std::uint64_t seed) : random_(seed, 0x1055) {}
  /// Fate of the next packet. As in netem the state the packet finds decides, then the state may change. Mean loss
  /// (r·(1−k) + p·(1−h))/(p+r); with 1−k = 0 losses in a row number 1/(1 − (1−r)(1−h)) on average.
  bool next(const LinkSetting& setting);

 private:
  Random random_;
  bool bad_ = false;
};

}  // namespace jitterscope::link
