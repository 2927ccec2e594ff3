#pragma once
// What a snapshot says of one thread of the call.
#include <optional>
#include <string>
#include <vector>

#include "core/base/scheduling/priority_way.h"
#include "core/base/scheduling/thread_role.h"
#include "core/base/stats/series.h"

namespace jitterscope {

struct ThreadRow {
  ThreadRole role{};
  int tid = 0;
  std::string requested, effective;
  int cpu = -1;
  PriorityWay way = PriorityWay::kNone;
  std::optional<double>
      lost_at_s;         // when the class in force was last lost or taken by the watchdog; absent: it was not
  bool demoted = false;  // by the watchdog, and not asked for again since
  // Of the last second or two; absent until two reports have come.
  std::optional<double> cpu_share;                           // of one processor, 0 … 1
  std::optional<double> run_queue_share;                     // time ready but not running, 0 … 1
  std::optional<double> voluntary_per_s, involuntary_per_s;  // context switches
  // Last 10 s, or since the class last changed: of senders deadline -> running, of receivers the kernel's stamp ->
  // running.
  std::optional<double> wake_p50_us, wake_p99_us, wake_max_us;
  std::optional<double> wake_since_s;     // that change, when it is less than 10 s ago; seconds since the call began
  std::vector<EnvelopeSlot> wake_series;  // µs
  std::vector<SeriesPoint> run_queue_series;  // ms waited per second
};

}  // namespace jitterscope
