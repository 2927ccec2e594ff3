#pragma once
// The least average delay that any playout with one delay a talkspurt can have at a given loss (Moon, Kurose and
// Towsley 1998, "Packet audio playout delay adjustment: performance bounds and algorithms").
#include <span>
#include <vector>

#include "core/base/units/time.h"
#include "core/measures/views/compensation_report.h"

namespace jitterscope {

struct BoundArrival {
  Duration transit;        // less the reference that delays are taken from
  bool talkspurt = false;  // the delay may change here
};

/// mean_delay_ms[k]: the least mean of playout − source − reference over the units played when exactly k of the units
/// are dropped, k from 0 to ⌊most_dropped × units⌋ but below the number of units. Units in order of number. Dynamic
/// programming over talkspurts: O(units × most drops).
std::vector<double> least_mean_delays(std::span<const BoundArrival>, double most_dropped);

/// {mean delay ms, dropped percent} up to 20 % dropped, at most 200 points, the ends kept. Beyond 2^13 units the lower
/// convex hull of the bound's total delay is taken (one weight for a drop in all talkspurts), which lies at or below
/// it.
std::vector<CurvePoint> playout_bound(std::span<const BoundArrival>);

}  // namespace jitterscope
