#pragma once
// Seeded transits of paths that disturb them, for what is said of clock skew.
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "core/measures/definitions/clock_skew.h"

namespace jitterscope::skew_series {

using Random = std::mt19937_64;
/// What a path adds, ms, at a share of the record (0 to 1).
using Base = std::function<double(double share)>;

inline double pick(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

/// Jitter of successive packets: exponential, or waits in a queue that other packets pass as well (Lindley's
/// recursion).
class Jitter {
 public:
  Jitter(bool queueing, double mean_ms, double spacing_ms)
      : queueing_(queueing),
        mean_ms_(mean_ms),
        served_(std::poisson_distribution<int>(kLoad * spacing_ms / mean_ms)),
        spacing_ms_(spacing_ms) {}
  double next(Random& random) {
    if (!queueing_) return std::exponential_distribution<double>(1 / mean_ms_)(random);
    wait_ms_ = std::max(0.0, wait_ms_ + served_(random) * mean_ms_ - spacing_ms_);
    return wait_ms_;
  }

 private:
  static constexpr double kLoad = 0.9;
  bool queueing_;
  double mean_ms_;  // queueing: a packet's service
  std::poisson_distribution<int> served_;
  double spacing_ms_, wait_ms_ = 0;
};

struct Series {
  double seconds = 900, spacing_ms = 80, ppm = 0;
  bool queueing = false;
  double jitter_ms = 1;
  Base base = [](double) { return 0.0; };

  std::vector<TransitPoint> make(Random& random) const {
    Jitter jitter(queueing, jitter_ms, spacing_ms);
    std::vector<TransitPoint> points;
    const auto n = static_cast<std::int64_t>(seconds * 1e3 / spacing_ms);
    points.reserve(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) {
      const double at_ms = static_cast<double>(i) * spacing_ms;
      const double transit_ms = 20 + at_ms * ppm * 1e-6 + base(at_ms / 1e3 / seconds) + jitter.next(random);
      points.push_back({i, Timestamp() + Duration::from_ms(at_ms + transit_ms), Duration::from_ms(transit_ms)});
    }
    return points;
  }
};

/// Periods up to half the record, at least 5 ms from crest to trough.
inline Base wander(Random& random) {
  struct Wave {
    double period, phase, size_ms;
  };
  std::vector<Wave> waves(1 + random() % 3);
  const double size_ms = pick(random, 5, 50) / 2;
  for (Wave& wave : waves) wave = {pick(random, 0.02, 0.5), pick(random, 0, 6.3), size_ms * pick(random, 0.3, 1)};
  waves[0].size_ms = size_ms;
  return [waves](double share) {
    double sum = 0;
    for (const Wave& wave : waves) sum += wave.size_ms * (1 + std::sin(6.283185 * share / wave.period + wave.phase));
    return sum;
  };
}

/// Straight or ever slower, full at 20 to 80 % of the record.
inline Base saturating_growth(Random& random) {
  const double full = pick(random, 0.2, 0.8), size_ms = pick(random, 5, 100);
  if (random() % 2) return [=](double share) { return size_ms * std::min(share / full, 1.0); };
  return [=](double share) { return size_ms * (1 - std::exp(-3 * share / full)); };
}

/// Full at first, or growing until it is; empty, or emptying, at 20 to 80 % of the record.
inline Base draining_queue(Random& random) {
  const double at = pick(random, 0.2, 0.8), size_ms = pick(random, 5, 100), takes = pick(random, 0.005, 0.1);
  switch (random() % 3) {
    case 0: return [=](double share) { return size_ms * std::max(1 - share / at, 0.0); };
    case 1:
      return
          [=](double share) { return size_ms * (share < at ? share / at : std::max(1 - (share - at) / takes, 0.0)); };
    default: return [=](double share) { return size_ms * (share < at ? 1 : std::max(1 - (share - at) / takes, 0.0)); };
  }
}

inline Base route_change(Random& random) {
  const double at = pick(random, 0.02, 0.98), size_ms = pick(random, 5, 60);
  const bool longer = random() % 2;
  return [=](double share) { return (share >= at) == longer ? size_ms : 0.0; };
}

inline Base nothing(Random&) {
  return [](double) { return 0.0; };
}

struct Family {
  const char* name;
  Base (*base)(Random&);
};
inline constexpr Family kFamilies[] = {{"wander", wander},
                                       {"saturating growth", saturating_growth},
                                       {"draining queue", draining_queue},
                                       {"route change", route_change},
                                       {"none", nothing}};

}  // namespace jitterscope::skew_series
