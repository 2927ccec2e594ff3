#pragma once
// A received stream's units as the view that the compensation panel draws.
#include <optional>

#include "core/events/playout_setting.h"
#include "core/measures/definitions/stream_clock.h"
#include "core/measures/tracks/curve/curve_stream.h"
#include "core/measures/views/compensation_view.h"

namespace jitterscope {

/// What playout said last.
struct PlayoutInForce {
  PlayoutSetting setting;
  Duration delay, held;  // over the reference transit, without the hold; the hold for lip-sync
};

/// Skew: in a stretch of a stream by send times that common or synchronised clocks stamp there is none; a slope that is
/// known to be the clocks' (StreamClock::skew) is taken out of any; else it is taken out when asked for, and a straight
/// one of five minutes or more is named a candidate. `in_force` absent: not known. Where it played nothing its point is
/// 100 % dropped, at the delay that it wants.
CompensationView compensation_view(const CurveStream&, const StreamClock&, Medium, Timestamp call_began,
                                   const AnalysisQuery&, const std::optional<PlayoutInForce>& in_force);

}  // namespace jitterscope
