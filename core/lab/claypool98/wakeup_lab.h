#pragma once
// The lab claypool98.wakeup: how late the audio-send thread wakes, beside cyclictest of the same class, period and
// load.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/lab/engine/lab.h"

namespace jitterscope::claypool98 {

/// Latencies that `cyclictest -q -h N` of one thread prints, ascending: deadline to running, whole µs rounded down.
/// Those beyond the histogram count as the longest one seen. nullopt: it is something else, or there is no latency.
std::optional<std::vector<double>> parse_cyclictest(std::string_view output);

// Factors of its cells, and their levels.
inline constexpr const char *kLoadCounters = "counters_per_processor", *kWakeupClass = "class", *kProgram = "program";
inline constexpr const char *kOurs = "jitterscope", *kCyclictest = "cyclictest", *kRealtimeClass = "real-time";

/// wakeup_live.cpp: one program under one load. Where cyclictest cannot run, its figures have the word
/// "why_no_cyclictest" alone.
std::optional<CellFigures> measure_wakeups(const LabRun& run, const LabCell& cell, std::string& error);

}  // namespace jitterscope::claypool98
