#pragma once
// The lab claypool98.wakeup: how late the audio-send thread wakes, beside cyclictest of the same class, period and
// load.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/events/settings.h"
#include "core/lab/engine/lab.h"

namespace jitterscope {

/// Deadline to running, whole µs rounded down as cyclictest gives them.
struct WakeupRun {
  std::vector<double> latencies_us;  // ascending
};

/// What `cyclictest -q -h N` of one thread prints. Latencies beyond the histogram count as the longest one seen.
/// nullopt: it is something else, or there is no latency in it.
std::optional<WakeupRun> parse_cyclictest(std::string_view output);

inline constexpr const char* kWakeupPrograms[] = {"jitterscope", "cyclictest"};
inline constexpr std::size_t kOurs = 0, kCyclictest = 1;

struct WakeupCell {
  double counters = 0;  // on each processor
  bool realtime = false;
  std::vector<WakeupRun> runs[2];  // of kWakeupPrograms, by repetition; cyclictest's may be missing
};
struct WakeupTable {
  std::vector<WakeupCell> cells;
  std::string why_no_cyclictest;  // a sentence; empty: it ran
};

std::vector<Finding> claypool98_wakeup_findings(const WakeupTable& table);
/// With findings, tables and series of the lab; nothing else of the result is set.
LabResult claypool98_wakeup_result(const WakeupTable& table, LabResult result = {});

/// Runs the cells on this machine (wakeup_live.cpp). `table` has its cells, without runs.
bool run_claypool98_wakeup(const LabRun& run, WakeupTable& table, LabResult& result, std::string& error);

}  // namespace jitterscope
