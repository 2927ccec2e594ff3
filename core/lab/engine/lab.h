#pragma once
// Experiments of the papers: what each is, and running one. All of them: core/lab/labs.h.
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/lab/engine/done_cells.h"
#include "core/lab/engine/lab_result.h"

namespace jitterscope {

enum class LabMode : std::uint8_t { kBoth, kSimulated, kLive };

/// Something a person may set; `low` … `high` where it is a number.
struct LabParameter {
  std::string name, value, meaning;  // value: the default
  std::optional<double> low = {}, high = {};
  bool whole = false;                     // a number without a fraction
  std::vector<std::string> choices = {};  // where it is one of these words
  LabMode mode = LabMode::kBoth;          // in which it means anything
  static LabParameter count(std::string name, std::string value, std::string meaning, double low, double high) {
    return {std::move(name), std::move(value), std::move(meaning), low, high, true};
  }
  static LabParameter choice(std::string name, std::string meaning,
                             std::vector<std::string> choices) {  // default: the first
    std::string value = choices.front();
    return {std::move(name), std::move(value), std::move(meaning), {}, {}, false, std::move(choices)};
  }
  LabParameter simulated() && { return mode = LabMode::kSimulated, std::move(*this); }
  LabParameter live() && { return mode = LabMode::kLive, std::move(*this); }
};

/// "a whole number from 1 to 1000", "udp or tcp"; empty: words of any kind.
std::string what_it_takes(const LabParameter& parameter);

/// Highest seed: each up to it, and those that a lab counts on from it, are whole numbers in JSON and tables.
inline constexpr std::uint64_t kHighestSeed = 4'000'000'000;

inline constexpr double kLeastScale = 0.001, kMostScale = 100;

struct LabRun {
  bool live = false;
  std::uint64_t seed = 1;
  double scale = 1;                                  // shortens (below 1) or lengthens
  std::string folder = {};                           // of cells and traces; empty: traces go nowhere
  std::map<std::string, std::string> settings = {};  // of parameters; those not named keep their defaults
  /// --factor NAME=LEVEL,…: of labs that take factors of one's own.
  std::vector<LabFactor> factors = {};
  std::function<void()> begins = [] {};  // called when nothing stands against the run
};

/// For students: the answer stands folded away.
struct LabQuestion {
  std::string question, answer;
};

/// A lab is what a cell of it measures, and what the cells that are done say together. Its functions get a run whose
/// settings hold every parameter, checked.
struct LabDefinition {
  int place = 100;  // among all labs, from the first
  std::string name = {}, title = {};
  std::string paper = {};       // which, and where in it
  std::string figures = {};     // of it, as "Figs 7 to 11, Table 2"; empty: none
  std::string paper_says = {};  // in a few sentences
  std::string how = {};         // what is done here, simulated and live
  std::string look_for = {};    // in the plots
  std::vector<LabQuestion> questions = {};
  std::vector<LabParameter> parameters = {};
  bool simulated = true, live = true;  // the modes that it has
  bool own_factors = false;            // it takes factors of one's own
  /// Settings with which a live run can be judged, in 45 minutes at most; empty: the defaults.
  std::map<std::string, std::string> judged_settings = {};
  /// What is wrong with settings beyond ranges and choices, one sentence; empty: nothing. No function: nothing
  /// can be.
  std::function<std::string(const LabRun& run)> refuses = {};
  /// What this machine lacks for the run and how to get it, one sentence; empty: nothing. No function: it needs nothing
  /// that could be missing.
  std::function<std::string(const LabRun& run)> lacks = {};
  /// Which cells there are.
  std::function<LabDesign(const LabRun& run)> design = {};
  /// Seconds that a cell takes, about: what is told before the first is done.
  std::function<double(const LabRun& run)> cell_seconds = {};
  /// Measures one, in a process of its own, and blocks until it is done. Traces go into trace_folder(). nullopt:
  /// `error` says why.
  std::function<std::optional<CellFigures>(const LabRun& run, const LabCell& cell, std::string& error)> cell = {};
  /// A pure function: findings, tables and plots of the cells that are done, whichever they are.
  std::function<LabResult(const LabRun& run, const DoneCells& cells)> judge = {};
};

enum class LabFault { kUsage, kMachineLacks, kFailed };

/// Checks the mode, the seed, the settings and the factors, adds the defaults, and asks what the machine lacks.
/// nullopt: `error` says why, `fault` (where given) of which kind it is.
std::optional<LabRun> prepared_run(const LabDefinition& lab, LabRun run, std::string& error, LabFault* fault = nullptr);

/// Runs a lab in this process, a cell after the other, and judges. The result's parameters name every setting, and in
/// "defaults" those that have their default. nullopt: as prepared_run(), or a cell failed.
std::optional<LabResult> run_lab(const LabDefinition& lab, LabRun run, std::string& error, LabFault* fault = nullptr);

/// The result of a run with these cells; `run` is prepared.
LabResult judged_result(const LabDefinition& lab, const LabRun& run, const DoneCells& cells);

/// Where a cell's traces go, within the run's folder; made, and empty. Empty: the run has no folder, or it cannot be
/// made.
std::string trace_folder(const LabRun& run, const LabCell& cell);

/// {"lab", "mode", "seed", "scale", "settings", "factors"}: what is run, as it stands in a folder's cells and in a file
/// of a lab with parameters of one's own.
nlohmann::ordered_json to_json(const LabDefinition& lab, const LabRun& run);
/// The name of the lab, and its run; not yet prepared. nullopt: `error` says what is wrong with it. It takes any JSON.
std::optional<std::pair<std::string, LabRun>> lab_run_from(const nlohmann::ordered_json& json, std::string& error);

}  // namespace jitterscope
