#pragma once
// Clock skew between sender and receiver, from the transits alone: the line under all of them that lies closest to them
// (Moon, Skelly and Towsley 1999, "Estimation and removal of clock skew from network delay measurements").
#include <cstdint>
#include <optional>
#include <span>

#include "core/units/time.h"

namespace jitterscope {

/// Of a frame or block.
struct TransitPoint {
  std::int64_t number = 0;
  Timestamp received;
  Duration transit;  // any origin
};

struct ClockSkew {
  double slope = 0;          // transit gained per time; 1e-6 = 1 ppm; + = the receiver's clock is the quicker one
  bool significant = false;  // may be removed without being asked

  double ppm() const { return slope * 1e6; }
  /// What skew has added to a transit since `origin`.
  Duration drift(Timestamp received, Timestamp origin) const {
    return Duration::ns(std::llround(slope * static_cast<double>((received - origin).ns())));
  }
};

/// Points in order of `received`; absent below two points of different times. The line minimises the sum of distances
/// to points above it: the edge of the lower convex hull over the points' mean time. O(n). Significant: the transits
/// drift (see below), and the hull's slope is the same within a quarter.
std::optional<ClockSkew> clock_skew(std::span<const TransitPoint>);

/// The slope of the least-squares line through the minima of whole minutes, where a clock may have caused it: at least
/// five whole minutes have points; it is beyond chance (Student's t, two-sided, p < 10^-4: a stream without skew must
/// not be touched, and a few minutes of noise do have a slope); it makes 1 ms over the stream, which a curve shows; no
/// more than 1000 ppm, which crystals keep and growing queues need not. Points about in order. Quicker than clock_skew.
std::optional<double> drift_of_minima(std::span<const TransitPoint>);

/// Shorter streams do not drift.
inline constexpr Duration kShortestSkewed = Duration::seconds(300);

}  // namespace jitterscope
