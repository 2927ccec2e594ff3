#pragma once
// The result of the cells that a folder holds.
#include "core/lab/engine/cell_file.h"
#include "core/lab/engine/lab.h"

namespace jitterscope {

/// What is done in a content, for judging; `run` is prepared. Cells that the design does not have are left out. In
/// virtual time it does not matter on which machine a cell was run; live each machine has its own.
DoneCells done_cells(const LabDefinition& lab, const LabRun& run, const CellFileContent& content);

/// Their result, with a table "runs" that has a row for each cell and, live, the machines: one in `machine`, several in
/// a table of their own.
LabResult result_of_cells(const LabDefinition& lab, const LabRun& run, const CellFileContent& content);

/// A row for each cell: machine (where there are several), levels, repetition and numbers.
LabTable runs_table(const DoneCells& cells);

}  // namespace jitterscope
