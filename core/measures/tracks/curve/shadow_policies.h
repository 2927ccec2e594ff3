#pragma once
// The playout policies that are not in force, on the same arrivals as the one that is.
#include <all_playout_policies_count.h>

#include <array>
#include <memory>
#include <optional>

#include "core/algorithms/playout/policy.h"

namespace jitterscope {

/// Of one unit, in the order of playout_policies(): playout − source; kNotPlayed: too late or thrown away; kNotDecided:
/// not known (yet). really_played() holds what was: in the shadow the fixed policy is read from the curve.
using PlayoutDelays = std::array<Duration, kPlayoutPolicies>;
inline constexpr Duration kNotPlayed = Duration::ns(INT64_MIN), kNotDecided = Duration::ns(INT64_MIN + 1);
/// The fixed policy's place.
std::size_t really_played();

class ShadowPolicies {
 public:
  ShadowPolicies(Medium, Duration period);
  /// Each distinct unit once, in order of arrival.
  PlayoutDelays take(const PlayoutArrival&);
  /// The target of those that follow it, from now on.
  void set_optimum(Duration);

 private:
  std::array<std::unique_ptr<PlayoutPolicy>, kPlayoutPolicies> policies_;  // null: really_played()
};

/// What became of some units under one policy.
class PolicyFigures {
 public:
  void add(Duration delay, Duration held = {}) { count(delay, held, 1); }
  void remove(Duration delay, Duration held = {}) { count(delay, held, -1); }
  std::int64_t units() const { return units_; }  // decided
  std::int64_t played() const { return played_; }
  double mean_ms(Duration reference) const {  // of the played, of which there must be some
    return static_cast<double>(delay_ns_) / 1e6 / static_cast<double>(played_) - reference.ms();
  }
  double held_ms() const { return static_cast<double>(held_ns_) / 1e6 / static_cast<double>(played_); }
  double dropped_percent() const { return 100 * static_cast<double>(units_ - played_) / static_cast<double>(units_); }

 private:
  void count(Duration delay, Duration held, int change) {
    if (delay == kNotDecided) return;
    units_ += change;
    if (delay == kNotPlayed) return;
    played_ += change;
    delay_ns_ += change * delay.ns();
    held_ns_ += change * held.ns();
  }
  std::int64_t units_ = 0, played_ = 0, delay_ns_ = 0, held_ns_ = 0;
};

}  // namespace jitterscope
