#pragma once
#include "core/base/realtime/latest_value.h"
#include "core/call/exchange/playout_board.h"
#include "core/call/exchange/reception_reports.h"

namespace jitterscope {

/// What the threads of a call tell each other of one remote.
struct RemoteBoard {
  PlayoutBoard playout;
  LatestValue<ReceptionReports> reports;  // written by analysis; one reader: rtcp
};

}  // namespace jitterscope
