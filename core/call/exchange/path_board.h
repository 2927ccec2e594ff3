#pragma once
// Through a PathBoard the threads of a call tell each other about one path, without a lock.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/base/realtime/latest_value.h"
#include "core/call/exchange/slot_table.h"
#include "core/events/per_medium.h"
#include "core/measures/views/report_input.h"

namespace jitterscope {

/// It holds reports on streams of one medium, each with the stream's SSRC. It never allocates.
class StreamReports {
 public:
  /// A report beyond kMostRemotes is left out.
  void add(const ReportInput& report) {
    if (count_ < reports_.size()) reports_[count_++] = report;
  }
  const ReportInput* begin() const { return reports_.data(); }
  const ReportInput* end() const { return reports_.data() + count_; }

 private:
  std::array<ReportInput, kMostRemotes> reports_{};
  std::size_t count_ = 0;
};

/// These are the numbers that RTCP reports about the streams that come by the path; analysis hands them to rtcp.
using ReceptionReports = PerMedium<StreamReports>;

struct PathBoard {
  LatestValue<ReceptionReports> reports;  // written by analysis; one reader: rtcp
  // Whether somebody attends the ports where a remote wants its media. A token is random and not 0, and new with each
  // question.
  LatestValue<PerMedium<std::uint64_t>> asked;              // written by session, read by rtcp; 0: nothing is asked
  std::array<std::atomic<std::uint64_t>, 2> answered = {};  // by Medium: the token that came back last; the other way
};

}  // namespace jitterscope
