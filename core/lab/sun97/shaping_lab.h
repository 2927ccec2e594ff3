#pragma once
// The lab sun97.shaping: strategies A, B, C and one of the person's own under background loads.
#include <string>
#include <vector>

#include "core/base/stats/estimate.h"
#include "core/events/settings.h"
#include "core/lab/engine/lab.h"
#include "core/lab/sun97/shaping_measures.h"

namespace jitterscope {

struct Sun97Strategy {
  std::string name;  // "A", "B", "C", "own"
  ShapingSetting shaping;
};

/// What every cell of the table was measured with, and its repetitions in order.
struct Sun97Table {
  bool live = false;
  std::vector<Sun97Strategy> strategies;
  std::vector<double> loads;                                    // background, KB/s
  std::vector<std::vector<std::vector<ShapingFigures>>> cells;  // [strategy][load][repetition]
  double conference_mbps = 0, background_mbps_of_kbyte = 0;     // on the cable, of all members; of 1 KB/s
};

std::vector<Finding> sun97_findings(const Sun97Table& table);
/// With findings, tables and series of the lab; nothing else of the result is set.
LabResult sun97_result(const Sun97Table& table, LabResult result = {});

/// Runs the cells of `run` live (live.cpp). Fills table, machine and parameters of `result`.
bool run_sun97_live(const LabRun& run, Sun97Table& table, LabResult& result, std::string& error);

}  // namespace jitterscope
