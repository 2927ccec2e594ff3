#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

#include "core/base/realtime/latest_value.h"
#include "core/call/exchange/playout_board.h"
#include "core/events/per_medium.h"
#include "core/measures/views/report_input.h"

namespace jitterscope {

/// What RTCP says of the received streams: from analysis to rtcp.
using ReceptionReports = PerMedium<std::optional<ReportInput>>;

/// Whether somebody attends the ports where a remote wants its media. A token is random and not 0, and new with each
/// question.
struct PathBoard {
  LatestValue<PerMedium<std::uint64_t>> asked;              // written by session, read by rtcp; 0: nothing is asked
  std::array<std::atomic<std::uint64_t>, 2> answered = {};  // by Medium: the token that came back last; the other way
};

/// What the threads of a call tell each other of one remote.
struct RemoteBoard {
  PlayoutBoard playout;
  LatestValue<ReceptionReports> reports;  // written by analysis; one reader: rtcp
  PathBoard path;
};

}  // namespace jitterscope
