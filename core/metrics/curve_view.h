#pragma once
// A received stream's units as the view that the compensation panel draws.
#include <optional>

#include "core/events/playout_setting.h"
#include "core/metrics/compensation_view.h"
#include "core/metrics/curve_stream.h"

namespace jitterscope {

/// `in_force` = the playout setting, where it is known.
CompensationView compensation_view(const CurveStream&, Medium, Timestamp call_began, const AnalysisQuery&,
                                   const std::optional<PlayoutSetting>& in_force);

}  // namespace jitterscope
