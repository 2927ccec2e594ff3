#pragma once
// Interarrival measures of claypool98 §3 and crowcroft92 Tables 2-7.
#include <array>
#include <span>

#include "core/base/stats/moments.h"
#include "core/base/units/time.h"
#include "core/measures/views/stream_report.h"

namespace jitterscope {

/// What moments in ms say; deviations and percentiles are left absent.
InterarrivalReport report_of_moments(const Moments&);

/// `received` = receive times of distinct packets in arrival order.
InterarrivalReport interarrival_report(std::span<const Timestamp> received);

/// Intervals longer than mean + n stddev for n = 1, 2, 3; spacing between the receive times that end them.
std::array<ExceedanceReport, 3> exceedance_report(std::span<const Timestamp> received, const InterarrivalReport&);

}  // namespace jitterscope
