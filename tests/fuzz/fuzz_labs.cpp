// What other machines send of a lab: the cells that are done, and a lab with parameters of somebody's own; and what is
// made of them.
#include <nlohmann/json.hpp>

#include "core/lab/engine/cell_results.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/labs.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;

namespace {

constexpr std::size_t kMostCells = 400;  // of a design that is judged here

void check_run(const nlohmann::ordered_json& json, const CellFileContent* content) {
  std::string error;
  const auto named = lab_run_from(json, error);
  require(named.has_value() == error.empty(), "a lab, or the reason why it is none");
  if (!named) return;
  const LabDefinition* found = find_lab(named->first);
  if (!found) return;
  LabDefinition lab = *found;
  lab.lacks = {};
  const auto run = prepared_run(lab, named->second, error);
  require(run.has_value() == error.empty(), "a run, or the reason why it cannot be");
  if (!run) return;
  require(lab_run_from(to_json(lab, *run), error).has_value(), "a run reads back");
  if (cells_of(lab.design(*run), run->seed).size() > kMostCells || !content) return;
  to_text(result_of_cells(lab, *run, *content));
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(text_of(data, size));
  std::string error;
  if (const auto content = cells_of_text(text, error)) {
    const auto again = cells_of_text(to_text(*content), error);
    require(again && again->cells.size() == content->cells.size() && again->run == content->run,
            "cells read back as they were");
    check_run(content->run, &*content);
  }
  check_run(nlohmann::ordered_json::parse(text, nullptr, false), nullptr);
  error.clear();
  const auto factor = parse_factor(text, error);
  require(factor.has_value() == error.empty(), "a factor, or the reason why it is none");
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  std::vector<FuzzInput> seeds{input_of("link={rate=1mbit,queue=8},off")};
  for (const LabDefinition& definition : labs()) {
    LabDefinition lab = definition;
    lab.lacks = {};
    std::string error;
    LabRun asked{.live = !lab.simulated};
    for (const char* fewer : {"repetitions", "live-repetitions"})
      for (const LabParameter& parameter : lab.parameters)
        if (parameter.name == fewer) asked.settings[fewer] = "1";
    const auto run = prepared_run(lab, asked, error);
    if (!run) continue;
    seeds.push_back(input_of(to_json(lab, *run).dump()));
    CellFileContent content{.run = to_json(lab, *run)};
    content.machines["a"] = {{"version", "1"}, {"machine", {{"processor", "A"}}}};
    for (const LabCell& cell : cells_of(lab.design(*run), run->seed)) {
      CellFigures figures;
      for (const char* name : {"variance_ms2", "packet_loss_percent", "heads", "p99_us", "median_ms", "video.os_share"})
        figures.set(name, static_cast<double>(content.cells.size() % 7) + 1);
      figures.samples["delay_ms"] = {1, 2, 3};
      figures.words["path"] = "kernel";
      content.cells.push_back({cell.key(), "a", figures, 1});
      if (content.cells.size() == 6) break;
    }
    seeds.push_back(input_of(to_text(content)));
  }
  return seeds;
}
