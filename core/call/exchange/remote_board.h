#pragma once
#include <optional>

#include "core/base/realtime/latest_value.h"
#include "core/call/exchange/playout_board.h"
#include "core/events/per_medium.h"
#include "core/measures/views/report_input.h"

namespace jitterscope {

/// What RTCP says of the received streams: from analysis to rtcp.
using ReceptionReports = PerMedium<std::optional<ReportInput>>;

/// What the threads of a call tell each other of one remote.
struct RemoteBoard {
  PlayoutBoard playout;
  LatestValue<ReceptionReports> reports;  // written by analysis; one reader: rtcp
};

}  // namespace jitterscope
