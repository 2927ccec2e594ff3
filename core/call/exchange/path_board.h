#pragma once
// What the threads of a call tell each other of one path, without a lock.
#include <array>
#include <atomic>
#include <cstdint>

#include <boost/container/static_vector.hpp>

#include "core/base/realtime/latest_value.h"
#include "core/call/exchange/slot_table.h"
#include "core/events/per_medium.h"
#include "core/measures/views/report_input.h"

namespace jitterscope {

/// What RTCP says of the streams that come by the path, each by its SSRC: from analysis to rtcp.
using ReceptionReports = PerMedium<boost::container::static_vector<ReportInput, kMostRemotes>>;

struct PathBoard {
  LatestValue<ReceptionReports> reports;  // written by analysis; one reader: rtcp
  // Whether somebody attends the ports where a remote wants its media. A token is random and not 0, and new with each
  // question.
  LatestValue<PerMedium<std::uint64_t>> asked;              // written by session, read by rtcp; 0: nothing is asked
  std::array<std::atomic<std::uint64_t>, 2> answered = {};  // by Medium: the token that came back last; the other way
};

}  // namespace jitterscope
