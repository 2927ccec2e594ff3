#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command_line/output.h"
#include "app/commands/commands.h"
#include "app/lab_command/lab_commands.h"
#include "app/lab_command/progress_line.h"
#include "app/provenance/print_result.h"
#include "app/provenance/provenance_source.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/engine/runner.h"
#include "core/lab/labs.h"

namespace jitterscope {
namespace {

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

/// How many cells a run with these settings has and how long they take.
std::string cost_words(const LabDefinition& lab, bool live, const std::map<std::string, std::string>& settings) {
  LabDefinition anywhere = lab;
  anywhere.lacks = {};  // it is told of machines that cannot run it, too
  std::string error, words;
  const auto run = prepared_run(anywhere, {.live = live, .settings = settings}, error);
  if (!run) return {};
  for (const auto& [name, value] : settings) words += fmt::format(" --set {}={}", name, value);
  const std::size_t cells = cells_of(lab.design(*run), run->seed).size();
  return fmt::format("{}{}: {} cells, about {} on this machine.\n",
                     !settings.empty() ? "Judged, --judged or"
                     : live            ? "Live, --live"
                                       : "Simulated",
                     words, cells, about_seconds(expected_seconds(lab, *run, cells)));
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
  for (const bool live : {false, true}) {
    if (!(live ? lab->live : lab->simulated)) continue;
    text += "\n" + cost_words(*lab, live, {});
    if (live && !lab->judged_settings.empty()) text += cost_words(*lab, true, lab->judged_settings);
  }
  print_text(text);
  return 0;
}

/// "NAME=VALUE".
std::pair<std::string, std::string> setting_of(const std::string& words) {
  const auto equals = words.find('=');
  if (equals == std::string::npos || equals == 0) refuse("--set takes NAME=VALUE, not '" + words + "'");
  return {words.substr(0, equals), words.substr(equals + 1)};
}

LabFactor factor_of(const std::string& words) {
  std::string error;
  auto factor = parse_factor(words, error);
  if (!factor) refuse(error);
  return *factor;
}

void add_run_options(const OptionList& of, const std::shared_ptr<LabOptions>& options) {
  of.add("NAME", options->name, "of the lab, or a .json file that names one with its parameters").required();
  const AddedOption simulated = of.flag(
      "--simulated", [options] { options->live = false; }, "in virtual time (default; some labs can only run live)");
  of.flag(
        "--live", [options] { options->live = true; }, "measured on this machine")
      .excludes(simulated);
  of.add("--seed", options->seed, "of everything drawn (default 1)").whole_within(0, kHighestSeed);
  of.add("--scale", options->scale, "shorter (below 1) or longer (default 1)").within(kLeastScale, kMostScale);
  of.words(
        "--set",
        [options](const std::vector<std::string>& all) {
          for (const std::string& words : all)
            options->settings.insert_or_assign(setting_of(words).first, setting_of(words).second);
        },
        "NAME=VALUE, a parameter of `lab show` (repeatable)")
      .repeatable();
  of.words(
        "--factor",
        [options](const std::vector<std::string>& all) {
          for (const std::string& words : all) options->factors.push_back(factor_of(words));
        },
        "NAME=LEVEL,… of own.matrix: an option of a call and its values (repeatable)")
      .repeatable();
  of.add("--repetitions", options->repetitions, "short for --set repetitions=…");
  of.flag("--judged", options->judged, "with the parameters of the design that `lab show` says can be judged");
  of.word(
      "--strategy", [options](const std::string& words) { options->settings["strategy"] = words; },
      "short for --set strategy=…");
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
  add_run_options(execute, options);
  execute.add("--out", options->folder, "folder for result.json, report.html, tables, plots, cells and traces");
  const AddedOption resume = execute.flag("--resume", options->resume, "go on with the cells that are in that folder");
  execute.flag("--force", options->force, "replace the results, cells and traces that are in that folder already")
      .excludes(resume);
  execute.flag("--json", options->json, "the result as one JSON object on standard output");
  execute.runs(run, [options, &made] { return run_lab_command(*options, made); });

  const OptionList cells = command.command("cells", "list a run's cells, to run each by itself");
  add_run_options(cells, options);
  cells.add("--out", options->folder, "folder that is made ready for them: `lab cell` then needs no options");
  cells.flag("--json", options->json, "one JSON object on standard output");
  cells.runs(run, [options, &made] { return list_cells_command(*options, made); });

  auto key = std::make_shared<std::string>();
  const OptionList cell = command.command("cell", "run one cell");
  add_run_options(cell, options);
  cell.add("KEY", *key, "of the cell, as `lab cells` names it").required();
  cell.add("--out", options->folder, "folder whose cells it is added to").required();
  cell.runs(run, [options, key, &made] { return run_cell_command(*options, *key, made); });

  auto folders = std::make_shared<std::vector<std::string>>();
  const OptionList merge = command.command("merge", "one result of the cells of several folders or machines");
  merge.add("DIR", *folders, "with cells of the same run").required();
  merge.add("--out", options->folder, "folder for the result").required();
  merge.flag("--force", options->force, "replace the results that are in that folder already");
  merge.flag("--json", options->json, "the result as one JSON object on standard output");
  const OptionList findings = command.command("findings", "the findings of results as one table in Markdown");
  findings.add("DIR", *folders, "with cells of a lab").required();
  findings.runs(run, [folders] { return list_findings_command(*folders); });

  merge.runs(run, [folders, options, &made] { return merge_labs_command(*folders, *options, made); });
}

}  // namespace jitterscope
