#pragma once
#include <optional>

#include "core/events/per_medium.h"
#include "core/measures/views/report_input.h"

namespace jitterscope {

/// What RTCP says of the received streams: from analysis to rtcp.
using ReceptionReports = PerMedium<std::optional<ReportInput>>;

}  // namespace jitterscope
