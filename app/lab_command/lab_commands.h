#pragma once
// What `lab run`, `cells`, `cell` and `merge` do. Each returns the program's exit status.
#include <optional>
#include <string>
#include <vector>

#include "core/lab/engine/lab.h"

namespace jitterscope {

class ProvenanceSource;

struct LabOptions {
  std::string name;  // of a lab, or the path of a file that names one with its parameters
  bool json = false;
  bool force = false;   // results that are in the folder already are replaced
  bool resume = false;  // the cells that are in the folder are not run again
  bool judged = false;  // with the settings of the judged design
  std::optional<std::uint32_t> repetitions = {};
  std::optional<bool> live = {};
  std::optional<std::uint64_t> seed = {};
  std::optional<double> scale = {};
  std::map<std::string, std::string> settings = {};
  std::vector<LabFactor> factors = {};
  std::string folder = {};
};

int run_lab_command(const LabOptions& options, const ProvenanceSource& made);
/// Lists the cells of a run; with a folder, makes it ready for `lab cell`.
int list_cells_command(const LabOptions& options, const ProvenanceSource& made);
/// Runs one cell of the run that the folder names, else of `options`.
int run_cell_command(const LabOptions& options, const std::string& key, const ProvenanceSource& made);
int merge_labs_command(const std::vector<std::string>& folders, const LabOptions& options,
                       const ProvenanceSource& made);

/// Prints the findings of the results in these folders as one table in Markdown.
int list_findings_command(const std::vector<std::string>& folders);

/// nullptr: there is none, and the user was told.
const LabDefinition* named_lab(const std::string& name);

}  // namespace jitterscope
