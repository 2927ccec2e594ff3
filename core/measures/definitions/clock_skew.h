#pragma once
// Clock skew between sender and receiver, from the transits alone: the line under all of them that lies closest to them
// (Moon, Skelly and Towsley 1999, "Estimation and removal of clock skew from network delay measurements").
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/units/time.h"

namespace jitterscope {

/// Of a frame or block.
struct TransitPoint {
  std::int64_t number = 0;
  Timestamp received;
  Duration transit;  // any origin
};

struct ClockSkew {
  double slope = 0;       // transit gained per time; 1e-6 = 1 ppm; + = the receiver's clock is the quicker one
  bool straight = false;  // it may be a clock's: see is_straight()

  double ppm() const { return slope * 1e6; }
  /// What skew has added to a transit since `origin`.
  Duration drift(Timestamp received, Timestamp origin) const {
    return Duration::ns(std::llround(slope * static_cast<double>((received - origin).ns())));
  }
};

/// Points in order of `received`; absent below two points of different times. The line minimises the sum of distances
/// to points above it: the edge of the lower convex hull over the points' mean time. O(n).
std::optional<ClockSkew> clock_skew(std::span<const TransitPoint>);

/// Whether the transits drift as clocks of steady rates make them: along one line in every part of the record. The
/// record is cut into kParts parts of kBlocksOfPart blocks; in each part the minima of at least half of the blocks lie
/// no more than kCrooked of the whole drift above the line under all of them. Nothing is assumed of how the residuals
/// depend on each other: a queue that fills and stays, drains, or a base that wanders leaves the line somewhere.
/// Besides: a record of at least kShortestSkewed, a drift of at least 1 ms, which a curve shows, and of at most 1000
/// ppm, which crystals keep and queues need not. A queue that grows at an even rate all the time is straight, too: one
/// direction cannot tell. Points about in order; O(n).
bool is_straight(std::span<const TransitPoint>);

/// Shorter streams do not drift.
inline constexpr Duration kShortestSkewed = Duration::seconds(300);
inline constexpr std::size_t kParts = 10, kBlocksOfPart = 6;
inline constexpr double kCrooked = 0.05;

}  // namespace jitterscope
