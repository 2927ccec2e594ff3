#pragma once
// Words of processes that a lab starts for itself; nobody types them, so --help does not show them.
#include <optional>

namespace jitterscope {

/// To be called after become_child_if_told. `lab-process TASK` runs the process to its end: its exit status. nullopt:
/// other words.
std::optional<int> run_lab_process_if_told(int count, char** arguments);

}  // namespace jitterscope
