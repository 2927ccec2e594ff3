#pragma once
// Runs the cells of a lab, each in a process of its own: in virtual time one on each processor, live one at a time.
#include <atomic>
#include <functional>
#include <string>

#include "core/base/units/time.h"
#include "core/lab/engine/lab.h"

namespace jitterscope {

struct LabProgress {
  std::size_t done = 0, all = 0;  // cells
  std::string running = {};       // the key of one that runs
  Duration left = {};             // time left, from the cells that are done; at the begin the lab's own estimate
};

enum class CellsEnd { kAll, kStopped, kFailed };

/// Runs what is not yet in the cell file of run.folder, which is made with `made`, the provenance of the cells; `run`
/// is prepared. It blocks, and reports from this thread, at least each second. A stop ends the cells that run and keeps
/// those that are done. kFailed: `error` says why; what was done is kept.
CellsEnd run_cells(const LabDefinition& lab, const LabRun& run, const nlohmann::ordered_json& made,
                   const std::atomic<bool>& stop, const std::function<void(const LabProgress&)>& report,
                   std::string& error);

/// The work of a cell's process: measures the cell of that key of the run that the folder's cell file names, and adds
/// it there; a cell that is done already is not measured again. False: `error` says why, `fault` of which kind it is.
bool run_one_cell(const LabDefinition& lab, const LabRun& run, const std::string& key,
                  const nlohmann::ordered_json& made, std::string& error, LabFault& fault);

/// Seconds that the cells will take on this machine, `all` of them.
double expected_seconds(const LabDefinition& lab, const LabRun& run, std::size_t cells);

}  // namespace jitterscope
