#pragma once
// A slave and a master whose clocks run apart, and a link with delays of its own each way.
#include <random>

#include "core/algorithms/clock/clock_filter.h"

namespace jitterscope {

/// True time is ns since the simulation began. The slave's clock began at 5000 s and is exact; the master's is `offset`
/// ahead of it then and gains `skew`.
struct TwoClocks {
  Duration offset = Duration::ms(3700);
  double skew = 80e-6;

  Timestamp local(Duration at) const { return Timestamp{} + Duration::seconds(5000) + at; }
  Duration true_offset(Duration at) const { return offset + Duration::from_seconds(skew * at.seconds()); }
  Timestamp conference(Duration at) const { return local(at) + true_offset(at); }
  Duration since_begin(Timestamp local_time) const { return local_time - local(Duration{}); }

  /// Asked at `at`, under way there and back for so long, answered after 30 µs.
  ClockSample exchange(Duration at, Duration there, Duration back) const {
    const Duration came = at + there, answered = came + Duration::us(30);
    return {local(at), conference(came), conference(answered), local(answered + back)};
  }
};

inline Duration exponential(std::mt19937_64& random, double mean_ms) {
  return Duration::from_ms(std::exponential_distribution<double>(1 / mean_ms)(random));
}
inline Duration uniform(std::mt19937_64& random, double low_ms, double high_ms) {
  return Duration::from_ms(std::uniform_real_distribution<double>(low_ms, high_ms)(random));
}
inline Duration size_of(Duration value) {
  return value < Duration{} ? -value : value;
}

}  // namespace jitterscope
