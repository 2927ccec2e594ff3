#pragma once
// Experiments of the papers: what each is, and running one. The command line and the window choose from labs().
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/lab/lab_result.h"

namespace jitterscope {

/// Something a person may set; `low` … `high` where it is a number.
struct LabParameter {
  std::string name, value, meaning;  // value: the default
  std::optional<double> low = {}, high = {};
};

struct LabRun {
  bool live = false;
  std::uint64_t seed = 1;
  double scale = 1;                                  // shortens (below 1) or lengthens
  std::string folder = {};                           // for traces of a live run; empty: a temporary one, removed
  std::map<std::string, std::string> settings = {};  // of parameters; those not named keep their defaults
  std::function<void(double share, const std::string& what)> progress = [](double, const std::string&) {};
};

struct LabDefinition {
  std::string name = {}, title = {};
  std::string paper = {};       // which, and where in it
  std::string paper_says = {};  // in a few sentences
  std::string how = {};         // what is done here, simulated and live
  std::vector<LabParameter> parameters = {};
  bool simulated = true, live = true;  // the modes that it has
  /// What this machine lacks for the run and how to get it, one sentence; empty: nothing. No function: it needs nothing
  /// that could be missing.
  std::function<std::string(const LabRun& run)> lacks = {};
  /// Blocks until it is done. nullopt: `error` says why. `run.settings` holds every parameter, checked.
  std::function<std::optional<LabResult>(const LabRun& run, std::string& error)> execute = {};
};

const std::vector<LabDefinition>& labs();
const LabDefinition* find_lab(std::string_view name);

enum class LabFault { kUsage, kMachineLacks, kFailed };

/// Checks the mode and the settings, adds the defaults, asks what the machine lacks, executes. nullopt: `error` says
/// why, `fault` (where given) of which kind it is.
std::optional<LabResult> run_lab(const LabDefinition& lab, LabRun run, std::string& error, LabFault* fault = nullptr);

}  // namespace jitterscope
