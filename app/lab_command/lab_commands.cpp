#include "app/lab_command/lab_commands.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/command_line/output.h"
#include "app/lab_command/lab_folder.h"
#include "app/lab_command/progress_line.h"
#include "app/labs/lab_file.h"
#include "app/provenance/provenance_source.h"
#include "core/base/files/temporary_folder.h"
#include "core/lab/engine/cell_file.h"
#include "core/lab/engine/cell_results.h"
#include "core/lab/engine/runner.h"
#include "core/lab/labs.h"

namespace jitterscope {
namespace {

std::atomic<bool> stopped = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal sets it");

/// Ctrl-C ends the cells that run and keeps those that are done.
class StopBySignal {
 public:
  StopBySignal() : before_{std::signal(SIGINT, stop), std::signal(SIGTERM, stop)} {}
  ~StopBySignal() {
    std::signal(SIGINT, before_[0]);
    std::signal(SIGTERM, before_[1]);
  }

 private:
  static void stop(int) { stopped = true; }
  void (*before_[2])(int);
};

int status_of(LabFault fault) {
  return fault == LabFault::kUsage ? 2 : fault == LabFault::kMachineLacks ? 3 : 1;
}

/// What a folder with cells was begun with. nullopt: it has none, or `error` says what is wrong with them.
std::optional<std::pair<std::string, LabRun>> lab_of_folder(const std::string& folder, std::string& error) {
  std::error_code none;
  if (folder.empty() || !std::filesystem::exists(std::filesystem::path(folder) / kCellFile, none)) return std::nullopt;
  const auto content = read_cells(folder, error);
  if (!content) return std::nullopt;
  auto of = lab_run_from(content->run, error);
  if (!of) error = fmt::format("The cells in {} are of no lab: {}.", folder, error);
  return of;
}

/// The parameter of the mode: a lab may have one of each.
std::string name_of_repetitions(const LabDefinition& lab, bool live) {
  const auto own = std::ranges::find(lab.parameters, "live-repetitions", &LabParameter::name);
  return live && own != lab.parameters.end() ? own->name : "repetitions";
}

struct PreparedLab {
  const LabDefinition* lab = nullptr;
  LabRun run;
};

/// The options on top of what a file or a folder says. nullopt: the user was told why, `status` is the exit status.
std::optional<PreparedLab> prepared_lab(const LabOptions& options, bool of_folder, int& status) {
  status = 2;
  std::string error, name = options.name;
  LabRun run;
  auto saved = of_folder ? lab_of_folder(options.folder, error) : std::nullopt;
  if (saved && saved->first != name && !name.ends_with(".json"))
    error = fmt::format("{} holds cells of {}.", options.folder, saved->first);
  if (error.empty() && !saved && name.ends_with(".json")) saved = lab_of_file(name, error);
  if (!error.empty()) {
    say(error);
    return std::nullopt;
  }
  if (saved) name = saved->first, run = std::move(saved->second);
  PreparedLab prepared{named_lab(name), {}};
  if (!prepared.lab) return std::nullopt;
  const LabDefinition& lab = *prepared.lab;
  if (options.live) run.live = *options.live;
  if (options.seed) run.seed = *options.seed;
  if (options.scale) run.scale = *options.scale;
  if (!options.factors.empty()) run.factors = options.factors;
  if (options.judged)
    for (const auto& [setting, value] : lab.judged_settings) run.settings[setting] = value;
  for (const auto& [setting, value] : options.settings) run.settings[setting] = value;
  if (options.repetitions) run.settings[name_of_repetitions(lab, run.live)] = std::to_string(*options.repetitions);
  run.folder = options.folder;
  LabFault fault = LabFault::kFailed;
  auto ready = prepared_run(lab, std::move(run), error, &fault);
  if (!ready) {
    say(error);
    status = status_of(fault);
    return std::nullopt;
  }
  prepared.run = std::move(*ready);
  return prepared;
}

/// Writes the result's files, then prints it: who reads standard output may go before its end. The exit status.
int hand_over(const PreparedLab& of, const LabResult& result, const LabOptions& options, const ProvenanceSource& made) {
  std::string error;
  const bool kept = !options.folder.empty();
  const bool written = !kept || write_results(*of.lab, result, options.folder, made, error);
  if (kept) say(written ? fmt::format("Report: {}/report.html", options.folder) : error);
  if (options.json)
    print_json(result_json(result, made));
  else
    print_text(to_text(result) + "\n" + made_words(result, made) + "\n");
  return written ? 0 : 1;
}

}  // namespace

const LabDefinition* named_lab(const std::string& name) {
  const LabDefinition* lab = find_lab(name);
  if (!lab) say(fmt::format("There is no lab {}. `jitterscope lab list` names them.", name));
  return lab;
}

int run_lab_command(const LabOptions& options, const ProvenanceSource& made) {
  int status = 0;
  auto of = prepared_lab(options, options.resume, status);
  if (!of) return status;
  if (const std::string there = earlier_result(options.folder); !there.empty() && !options.force && !options.resume) {
    say(
        fmt::format("{} exists already. Choose another folder with --out, or add --resume to go on with its cells, or "
                    "--force to replace what is there.",
                    there));
    return 1;
  }
  if (options.force) remove_earlier_result(options.folder);
  std::optional<TemporaryFolder> own;  // for results that nobody keeps
  if (options.folder.empty()) of->run.folder = own.emplace("lab").path();
  if (const std::string load = of->run.live ? foreign_load_words() : ""; !load.empty()) say(load);
  const std::size_t cells = cells_of(of->lab->design(of->run), of->run.seed).size();
  if (isatty(STDERR_FILENO))
    say(fmt::format("{} cells, about {}.", cells, about_seconds(expected_seconds(*of->lab, of->run, cells))));
  ProgressLine line;
  std::string error;
  stopped = false;
  CellsEnd end;
  {
    const StopBySignal by_signal;
    end = run_cells(
        *of->lab, of->run, to_json(made.now()), stopped,
        [&line](const LabProgress& progress) {
          line.show(static_cast<double>(progress.done) / static_cast<double>(progress.all), progress.running,
                    progress.left.seconds());
        },
        error);
  }
  line.clear();
  if (end == CellsEnd::kFailed) {
    say(error);
    if (!options.folder.empty()) say("What was done is kept: --resume goes on with it.");
    return 1;
  }
  const auto content = read_cells(of->run.folder, error);
  if (!content) {
    say(error);
    return 1;
  }
  status = hand_over(*of, result_of_cells(*of->lab, of->run, *content), options, made);
  if (end != CellsEnd::kStopped) return status;
  say(fmt::format("Stopped after {} of {} cells{}", content->cells.size(), cells,
                  options.folder.empty() ? "." : ": --resume goes on with them."));
  return 1;
}

int list_cells_command(const LabOptions& options, const ProvenanceSource& made) {
  int status = 0;
  const auto of = prepared_lab(options, true, status);
  if (!of) return status;
  std::string error;
  if (!options.folder.empty() &&
      !CellFile::open(options.folder, to_json(*of->lab, of->run), to_json(made.now()), error)) {
    say(error);
    return 1;
  }
  nlohmann::ordered_json keys = nlohmann::ordered_json::array();
  std::string text;
  for (const LabCell& cell : in_drawn_order(cells_of(of->lab->design(of->run), of->run.seed), of->run.seed)) {
    keys.push_back(cell.key());
    text += cell.key() + "\n";
  }
  if (options.json)
    print_json({{"lab", of->lab->name}, {"cells", keys}});
  else
    print_text(text);
  return 0;
}

int run_cell_command(const LabOptions& options, const std::string& key, const ProvenanceSource& made) {
  int status = 0;
  const auto of = prepared_lab(options, true, status);
  if (!of) return status;
  std::string error;
  LabFault fault = LabFault::kFailed;
  if (run_one_cell(*of->lab, of->run, key, to_json(made.now()), error, fault)) return 0;
  say(error);
  return status_of(fault);
}

int merge_labs_command(const std::vector<std::string>& folders, const LabOptions& options,
                       const ProvenanceSource& made) {
  std::string error;
  std::vector<CellFileContent> parts;
  for (const std::string& folder : folders) {
    auto content = read_cells(folder, error);
    std::error_code nowhere;
    if (content && std::filesystem::equivalent(folder, options.folder, nowhere)) {
      error = options.folder +
              " is one of those that are merged: what is in it would be written over. Choose another "
              "folder with --out.";
      content.reset();
    }
    if (!content) {
      say(error);
      return 1;
    }
    parts.push_back(std::move(*content));
  }
  const auto merged = merged_cells(parts, error);
  auto named = merged ? lab_run_from(merged->run, error) : std::nullopt;
  if (!named) {
    say(error);
    return 1;
  }
  if (const std::string there = earlier_result(options.folder); !there.empty() && !options.force) {
    say(fmt::format("{} exists already. Choose another folder with --out, or add --force to replace what is there.",
                    there));
    return 1;
  }
  PreparedLab of{named_lab(named->first), {}};
  if (!of.lab) return 1;
  named->second.folder = options.folder;
  LabDefinition anywhere = *of.lab;
  anywhere.lacks = {};  // judging needs nothing of the machine
  auto run = prepared_run(anywhere, std::move(named->second), error);
  if (!run) {
    say(error);
    return 1;
  }
  of.run = std::move(*run);
  if (options.force) remove_earlier_result(options.folder);
  if (!CellFile::open(options.folder, merged->run, to_json(made.now()), error)) {
    say(error);
    return 1;
  }
  std::ofstream out(std::filesystem::path(options.folder) / kCellFile, std::ios::binary | std::ios::trunc);
  out << to_text(*merged);
  out.close();
  if (!out) {
    say(fmt::format("{}/{} cannot be written.", options.folder, kCellFile));
    return 1;
  }
  return hand_over(of, result_of_cells(*of.lab, of.run, *merged), options, made);
}

int list_findings_command(const std::vector<std::string>& folders) {
  std::string text =
      "| lab | finding | verdict | n | measured [95 %] | paper | criterion |\n|---|---|---|---|---|---|---|\n";
  for (const std::string& folder : folders) {
    std::string error;
    const auto content = read_cells(folder, error);
    const auto named = content ? lab_run_from(content->run, error) : std::nullopt;
    const LabDefinition* lab = named ? named_lab(named->first) : nullptr;
    LabDefinition anywhere = lab ? *lab : LabDefinition{};
    anywhere.lacks = {};
    const auto run = lab ? prepared_run(anywhere, named->second, error) : std::nullopt;
    if (!run) {
      if (!error.empty()) say(error);
      return 1;
    }
    for (const Finding& finding : result_of_cells(*lab, *run, *content).findings) {
      std::string measured = finding.measured ? field_text(*finding.measured) : "–";
      if (finding.interval)
        measured += fmt::format(" [{}, {}]", field_text(finding.interval->first), field_text(finding.interval->second));
      text +=
          fmt::format("| {}, {} | `{}` | {} | {} | {} {} | {} | {} |\n", lab->name, run->live ? "live" : "simulated",
                      finding.id, verdict_words(finding), finding.n ? std::to_string(*finding.n) : "–", measured,
                      finding.unit, finding.paper ? field_text(*finding.paper) : "–", finding.criterion.text());
    }
  }
  print_text(text);
  return 0;
}

}  // namespace jitterscope
