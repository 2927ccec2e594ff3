#pragma once
// What the threads of a call tell each other of one path, without a lock.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/base/realtime/latest_value.h"
#include "core/call/exchange/slot_table.h"
#include "core/events/per_medium.h"
#include "core/measures/views/report_input.h"

namespace jitterscope {

/// Of the streams of one medium, each by its SSRC. Never allocates.
class StreamReports {
 public:
  /// Beyond kMostRemotes it is left out.
  void add(const ReportInput& report) {
    if (count_ < reports_.size()) reports_[count_++] = report;
  }
  const ReportInput* begin() const { return reports_.data(); }
  const ReportInput* end() const { return reports_.data() + count_; }

 private:
  std::array<ReportInput, kMostRemotes> reports_{};
  std::size_t count_ = 0;
};

/// What RTCP says of the streams that come by the path: from analysis to rtcp.
using ReceptionReports = PerMedium<StreamReports>;

struct PathBoard {
  LatestValue<ReceptionReports> reports;  // written by analysis; one reader: rtcp
  // Whether somebody attends the ports where a remote wants its media. A token is random and not 0, and new with each
  // question.
  LatestValue<PerMedium<std::uint64_t>> asked;              // written by session, read by rtcp; 0: nothing is asked
  std::array<std::atomic<std::uint64_t>, 2> answered = {};  // by Medium: the token that came back last; the other way
};

}  // namespace jitterscope
