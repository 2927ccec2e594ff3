#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command_line/output.h"
#include "app/commands/commands.h"
#include "app/headless/qt_runtime.h"
#include "app/provenance/print_result.h"
#include "app/provenance/provenance_source.h"
#include "core/lab/labs.h"
#include "core/record/export/provenance_file.h"
#include "ui/handout/lab_page.h"
#include "ui/theme.h"

namespace jitterscope {
namespace {

constexpr const char* kTraces = "traces";  // of a live run, a folder in its own

struct LabOptions {
  std::string name;
  bool simulated = false, json = false;
  bool force = false;  // results that are in the folder already are replaced
  LabRun run;
};

nlohmann::ordered_json description(const LabDefinition& lab) {
  nlohmann::ordered_json parameters = nlohmann::ordered_json::array();
  for (const LabParameter& parameter : lab.parameters) {
    const std::string takes = what_it_takes(parameter);
    parameters.push_back({{"name", parameter.name},
                          {"default", parameter.value},
                          {"meaning", parameter.meaning},
                          {"takes", takes.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(takes)}});
  }
  return {{"name", lab.name}, {"title", lab.title},      {"paper", lab.paper}, {"paper_says", lab.paper_says},
          {"how", lab.how},   {"parameters", parameters}};
}

int list_labs(bool json, const ProvenanceSource& made) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const LabDefinition& lab : labs()) {
    all.push_back({{"name", lab.name}, {"title", lab.title}, {"paper", lab.paper}});
    if (!json) print_text(fmt::format("{}  {}\n", lab.name, lab.title));
  }
  if (json) print_result({{"labs", all}}, made.now());
  return 0;
}

const LabDefinition* named_lab(const std::string& name) {
  const LabDefinition* lab = find_lab(name);
  if (!lab) say(fmt::format("There is no lab {}. `jitterscope lab list` names them.", name));
  return lab;
}

int show_lab(const std::string& name, bool json, const ProvenanceSource& made) {
  const LabDefinition* lab = named_lab(name);
  if (!lab) return 2;
  if (json) {
    print_result(description(*lab), made.now());
    return 0;
  }
  std::string text = fmt::format("{}: {}\n{}\n\n{}\n\n{}\n\nParameters (--set NAME=VALUE):\n", lab->name, lab->title,
                                 lab->paper, lab->paper_says, lab->how);
  for (const LabParameter& parameter : lab->parameters) {
    const std::string takes = what_it_takes(parameter);
    text += fmt::format("  {:<18} {:<30} {}{}\n", parameter.name, parameter.value, parameter.meaning,
                        takes.empty() ? "" : " (" + takes + ")");
  }
  print_text(text);
  return 0;
}

/// A line on standard error, at most four times a second on a terminal, else each tenth of the way.
class ProgressLine {
 public:
  void show(double share, const std::string& what) {
    const auto now = std::chrono::steady_clock::now();
    const double tenth = std::floor(share * 10);
    if (terminal_ ? now - shown_ < std::chrono::milliseconds(250) : tenth <= tenth_) return;
    shown_ = now;
    tenth_ = tenth;
    const double past = std::chrono::duration<double>(now - began_).count();
    const std::string left = share > 0.01 ? fmt::format("{:.0f} s left", past * (1 - share) / share) : "…";
    fmt::print(stderr, "{}{:3.0f} %  {}  {}{}", terminal_ ? "\r\033[K" : "", share * 100, left, what,
               terminal_ ? "" : "\n");
    std::fflush(stderr);
  }
  void clear() {
    if (terminal_) fmt::print(stderr, "\r\033[K");
  }

 private:
  bool terminal_ = isatty(STDERR_FILENO) == 1;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now(), shown_;
  double tenth_ = -1;
};

bool write_file(const std::filesystem::path& path, const std::string& text, std::string& error) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) error = fmt::format("{} cannot be written.", path.string());
  return static_cast<bool>(out);
}

/// A simulated result is the same bytes whenever and wherever it is made: of these it names the program alone.
Provenance provenance_of(const LabResult& result, const Provenance& made, const ProvenanceSource& source) {
  return result.mode == "live" ? made : source.of_program();
}

/// Writes result.json and TABLE.csv of each table, and adds them to `files`; what is there is replaced. False: `error`
/// says why.
bool write_figures(const nlohmann::ordered_json& json, const LabResult& result, const std::filesystem::path& folder,
                   WrittenFiles& files, std::string& error) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault) {
    error = fmt::format("The folder {} cannot be made: {}.", folder.string(), fault.message());
    return false;
  }
  bool good = write_file(folder / "result.json", json.dump(1) + "\n", error);
  files.push_back((folder / "result.json").string());
  for (const LabTable& table : result.tables) {
    files.push_back((folder / (table.name + ".csv")).string());
    good = good && write_file(files.back(), to_csv(table), error);
  }
  return good;
}

/// Draws the pages into the folder, and adds them to `files`. False: `error` says why.
bool write_pages(const LabDefinition& lab, const LabResult& result, const Provenance& made,
                 const std::filesystem::path& folder, WrittenFiles& files, std::string& error) {
  const std::string words =
      provenance_sentence(made) +
      (made.command ? "" : " Date, command and machine stand in provenance.json beside this page.");
  bool good = true;
  const QtRuntime qt(true, true);
  apply_theme(*qt.widgets(), Theme::kLight);
  for (const auto& [name, bytes] : lab_pages(lab, result, words)) {
    files.push_back((folder / name).string());
    good = good && write_file(files.back(), bytes.toStdString(), error);
  }
  return good;
}

/// What an earlier run left in the folder; empty: nothing.
std::string earlier_result(const std::filesystem::path& folder) {
  if (folder.empty()) return {};
  for (const char* name : {"result.json", "report.html", kProvenanceFile, kTraces}) {
    std::error_code none;
    if (std::filesystem::exists(folder / name, none)) return (folder / name).string();
  }
  return {};
}

/// Removes an earlier run's traces, and the files that its provenance.json names.
void remove_earlier_result(const std::filesystem::path& folder) {
  std::error_code none;
  const auto there = read_provenance_file(folder / kProvenanceFile);
  if (there && there->is_of("lab"))
    for (const std::string& name : there->files) std::filesystem::remove(folder / name, none);
  std::filesystem::remove_all(folder / kTraces, none);
}

int run_named_lab(const LabOptions& options, const ProvenanceSource& source) {
  const LabDefinition* lab = named_lab(options.name);
  if (!lab) return 2;
  LabRun run = options.run;
  if (const std::string there = earlier_result(run.folder); !there.empty() && !options.force) {
    say(fmt::format("{} exists already. Choose another folder with --out, or add --force to replace what is there.",
                    there));
    return 1;
  }
  ProgressLine line;
  run.progress = [&line](double share, const std::string& what) { line.show(share, what); };
  if (options.force && !run.folder.empty()) run.begins = [&run] { remove_earlier_result(run.folder); };
  std::string error;
  LabFault fault = LabFault::kFailed;
  const auto result = run_lab(*lab, run, error, &fault);
  line.clear();
  if (!result) {
    say(error);
    return fault == LabFault::kUsage ? 2 : fault == LabFault::kMachineLacks ? 3 : 1;
  }
  const Provenance made = source.now(), told = provenance_of(*result, made, source);
  const nlohmann::ordered_json json = with_provenance(to_json(*result), told);
  WrittenFiles files;
  const bool kept = run.folder.empty() || write_figures(json, *result, run.folder, files, error);
  if (options.json)
    print_json(json);
  else
    print_text(to_text(*result) + "\n" + provenance_sentence(told) + "\n");
  if (run.folder.empty()) return 0;
  const bool written = kept && write_pages(*lab, *result, told, run.folder, files, error) &&
                       write_provenance_file(made, run.folder, files, error);
  say(written ? fmt::format("Report: {}/report.html", run.folder) : error);
  return written ? 0 : 1;
}

void add_setting(LabOptions& options, const std::string& words) {
  const auto equals = words.find('=');
  if (equals == std::string::npos || equals == 0) refuse("--set takes NAME=VALUE, not '" + words + "'");
  options.run.settings[words.substr(0, equals)] = words.substr(equals + 1);
}

}  // namespace

void add_lab(OptionList program, Run& run, const ProvenanceSource& made) {
  auto options = std::make_shared<LabOptions>();
  const OptionList command = program.command("lab", "The papers' experiments");
  command.needs_command(1);

  const OptionList list = command.command("list", "their names");
  list.flag("--json", options->json, "one JSON object on standard output");
  list.runs(run, [options, &made] { return list_labs(options->json, made); });

  const OptionList show = command.command("show", "what one is and what can be set");
  show.add("NAME", options->name, "of the lab").required();
  show.flag("--json", options->json, "one JSON object on standard output");
  show.runs(run, [options, &made] { return show_lab(options->name, options->json, made); });

  const OptionList execute = command.command("run", "run one and judge its findings");
  execute.add("NAME", options->name, "of the lab").required();
  const AddedOption simulated =
      execute.flag("--simulated", options->simulated, "in virtual time (default; some labs can only run live)");
  execute.flag("--live", options->run.live, "measured on this machine").excludes(simulated);
  execute.add("--seed", options->run.seed, "of everything drawn").whole_within(0, kHighestSeed).with_default();
  execute.add("--scale", options->run.scale, "shorter (below 1) or longer").within(0.001, 100).with_default();
  execute.add("--out", options->run.folder, "folder for result.json, report.html, tables, plots and traces");
  execute.flag("--force", options->force, "replace the results and traces that are in that folder already");
  execute
      .words(
          "--set",
          [options](const std::vector<std::string>& all) {
            for (const std::string& words : all) add_setting(*options, words);
          },
          "NAME=VALUE, a parameter of `lab show` (repeatable)")
      .repeatable();
  execute.word(
      "--strategy", [options](const std::string& words) { options->run.settings["strategy"] = words; },
      "short for --set strategy=…");
  execute.flag("--json", options->json, "the result as one JSON object on standard output");
  execute.runs(run, [options, &made] { return run_named_lab(*options, made); });
}

}  // namespace jitterscope
