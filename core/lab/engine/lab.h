#pragma once
// Experiments of the papers: what each is, and running one. All of them: core/lab/labs.h.
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/lab/engine/lab_result.h"

namespace jitterscope {

/// Something a person may set; `low` … `high` where it is a number.
struct LabParameter {
  std::string name, value, meaning;  // value: the default
  std::optional<double> low = {}, high = {};
  bool whole = false;                     // a number without a fraction
  std::vector<std::string> choices = {};  // where it is one of these words
  static LabParameter count(std::string name, std::string value, std::string meaning, double low, double high) {
    return {std::move(name), std::move(value), std::move(meaning), low, high, true};
  }
  static LabParameter choice(std::string name, std::string meaning,
                             std::vector<std::string> choices) {  // default: the first
    std::string value = choices.front();
    return {std::move(name), std::move(value), std::move(meaning), {}, {}, false, std::move(choices)};
  }
};

/// "a whole number from 1 to 1000", "udp or tcp"; empty: words of any kind.
std::string what_it_takes(const LabParameter& parameter);

/// Highest seed: each up to it, and those that a lab counts on from it, are whole numbers in JSON and tables.
inline constexpr std::uint64_t kHighestSeed = 4'000'000'000;

struct LabRun {
  bool live = false;
  std::uint64_t seed = 1;
  double scale = 1;                                  // shortens (below 1) or lengthens
  std::string folder = {};                           // for traces of a live run; empty: a temporary one, removed
  std::map<std::string, std::string> settings = {};  // of parameters; those not named keep their defaults
  std::function<void()> begins = [] {};              // called when nothing stands against the run
  std::function<void(double share, const std::string& what)> progress = [](double, const std::string&) {};
};

struct LabDefinition {
  int place = 100;  // among all labs, from the first
  std::string name = {}, title = {};
  std::string paper = {};       // which, and where in it
  std::string paper_says = {};  // in a few sentences
  std::string how = {};         // what is done here, simulated and live
  std::vector<LabParameter> parameters = {};
  bool simulated = true, live = true;  // the modes that it has
  /// What is wrong with settings beyond ranges and choices, one sentence; empty: nothing. No function: nothing
  /// can be.
  std::function<std::string(const LabRun& run)> refuses = {};
  /// What this machine lacks for the run and how to get it, one sentence; empty: nothing. No function: it needs nothing
  /// that could be missing.
  std::function<std::string(const LabRun& run)> lacks = {};
  /// Blocks until it is done. nullopt: `error` says why. `run.settings` holds every parameter, checked.
  std::function<std::optional<LabResult>(const LabRun& run, std::string& error)> execute = {};
};

/// The machine of a live run, for its result: kernel and number of processors. No names: results are shared.
std::vector<std::pair<std::string, std::string>> this_machine();

enum class LabFault { kUsage, kMachineLacks, kFailed };

/// Checks the mode, the seed and the settings, adds the defaults, asks what the machine lacks, executes. The result's
/// parameters name every setting, and in "defaults" those that were not set. nullopt: `error` says
/// why, `fault` (where given) of which kind it is.
std::optional<LabResult> run_lab(const LabDefinition& lab, LabRun run, std::string& error, LabFault* fault = nullptr);

}  // namespace jitterscope
