#pragma once
// The lab claypool98.priority: interarrival variance of a stream under counter processes, by the class of the thread
// that receives it.
#include <string>
#include <vector>

#include "core/events/settings.h"
#include "core/lab/claypool98/stream.h"
#include "core/lab/engine/lab.h"

namespace jitterscope {

struct Claypool98Class {
  std::string name;  // "default", "nice", "real-time"
  PrioritySetting setting;
};
inline constexpr std::size_t kDefaultClass = 0, kNiceClass = 1, kRealtimeClass = 2;
std::vector<Claypool98Class> claypool98_classes();

struct Claypool98Table {
  std::vector<Claypool98Class> classes;                        // as claypool98_classes() has them
  std::vector<double> loads;                                   // counters
  std::vector<std::vector<std::vector<StreamFigures>>> cells;  // [class][load][repetition]
};

std::vector<Finding> claypool98_priority_findings(const Claypool98Table& table);
/// With findings, tables and series of the lab; nothing else of the result is set.
LabResult claypool98_priority_result(const Claypool98Table& table, LabResult result = {});

/// Runs the cells on this machine (priority_live.cpp). Fills the cells, machine and parameters.
bool run_claypool98_priority(const LabRun& run, Claypool98Table& table, LabResult& result, std::string& error);

}  // namespace jitterscope
