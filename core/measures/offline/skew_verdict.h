#pragma once
// What becomes of the skew that a stream's transits show: removed, named as a candidate, or left, and why.
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/measures/definitions/clock_skew.h"
#include "core/measures/definitions/stream_clock.h"

namespace jitterscope {

/// One stream's line under its transits and the clocks that stamp it.
struct StreamSkew {
  std::optional<ClockSkew> line;
  StreamClocks clocks;
};

struct SkewVerdict {
  std::optional<double> removed;    // the slope to take out
  std::optional<double> candidate;  // a straight slope that is not taken out: nothing proves that it is the clocks'
  std::string_view by;              // with `removed`: "asked for", "both directions", "leaving stream"
};

/// Of streams that one file or capture shows, in their order. A straight slope is removed where something proves that
/// it is the clocks': the same two clocks stamp the other direction and its slope is straight and opposite, to within a
/// tenth; or a stream that leaves at the capture point is stamped by the same two clocks, or is this one: nothing can
/// queue before it, so its slope is the clocks'. `asked`: removed all the same, straight or not. With common or
/// synchronised clocks nothing is.
std::vector<SkewVerdict> judge_skews(std::span<const StreamSkew>, bool asked);

}  // namespace jitterscope
