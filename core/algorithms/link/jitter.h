#pragma once
// Random delay about the propagation delay.
#include "core/algorithms/link/network.h"
#include "core/algorithms/link/random.h"

namespace jitterscope::link {

/// Each shape keeps its distribution whatever the correlation: an AR(1) series of standard normals with coefficient
/// `jitter_correlation` is mapped to it by its distribution function (normal: exactly that correlation).
class Jitter {
 public:
  explicit Jitter(std::uint64_t seed) : random_(seed, 0x717E) {}
  /// What the next packet's delay differs by. Uniform: within ± jitter. Normal: standard deviation jitter. Pareto:
  /// never below 0, jitter·(u^(−1/3) − 1), shape 3: mean jitter/2, variance ¾ jitter²; at most 100 jitter.
  Duration next(const LinkSetting& setting);

 private:
  Random random_;
  double normal_ = 0;  // the series
  bool begun_ = false;
};

}  // namespace jitterscope::link
