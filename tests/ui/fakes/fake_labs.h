#pragma once
// Labs that do what a test says: the toy lab, and one without an example.
#include <vector>

#include "core/lab/engine/cell_results.h"
#include "tests/unit/lab/engine/toy_lab.h"
#include "ui/labs/labs_port.h"

namespace jitterscope {

class FakeLabs : public LabsPort {
 public:
  FakeLabs() {
    LabDefinition coins = toy_lab();
    coins.questions = {{"Why a hundred tosses?", "Fewer show nothing."}};
    LabDefinition empty = toy_lab();
    empty.name = "own.empty";
    empty.title = "Empty";
    all = {coins, empty};
  }

  std::vector<LabDefinition> all;
  LabRunState now;
  std::vector<LabRun> started;
  bool called = false;
  std::string opened, open_error;
  std::map<std::string, std::string> example_settings;

  /// The result of so many cells.
  void publish(std::size_t cells) {
    now.result = result_of(cells);
    ++now.version;
  }
  std::shared_ptr<const LabResult> result_of(std::size_t cells,
                                             std::map<std::string, std::string> settings = {}) const {
    std::string error;
    const auto run = prepared_run(toy_lab(), {.settings = std::move(settings)}, error);
    std::vector<DoneCell> done;
    for (const LabCell& cell : cells_of(toy_design(*run), run->seed))
      if (done.size() < cells) done.push_back({cell, *toss(*run, cell, error)});
    const std::size_t designed = cells_of(toy_design(*run), run->seed).size();
    return std::make_shared<const LabResult>(judged_result(toy_lab(), *run, DoneCells(std::move(done), designed)));
  }

  const std::vector<LabDefinition>& labs() override { return all; }
  std::string why_not(const LabDefinition& lab, const LabRun& run) override {
    std::string error;
    prepared_run(lab, run, error);
    return error;
  }
  std::string remark;  // beside the cost
  std::optional<LabCost> cost(const LabDefinition& lab, const LabRun& run) override {
    std::string error;
    const auto prepared = prepared_run(lab, run, error);
    if (!prepared) return std::nullopt;
    const std::size_t cells = cells_of(lab.design(*prepared), 1).size();
    return LabCost{cells, 10.0 * static_cast<double>(cells), remark};
  }
  std::shared_ptr<const LabResult> example(const LabDefinition& lab) override {
    return lab.name == "own.coins" ? result_of(18, example_settings) : nullptr;
  }
  bool in_call() override { return called; }
  void start(const LabDefinition& lab, const LabRun& run) override {
    started.push_back(run);
    now = {.lab = lab.name, .phase = LabPhase::kRunning, .all = 18};
  }
  void pause() override { now.phase = LabPhase::kPaused; }
  void go_on() override { now.phase = LabPhase::kRunning; }
  void cancel() override { now.phase = LabPhase::kDone; }
  LabRunState state() override { return now; }
  std::vector<EarlierResult> earlier(const LabDefinition&) override { return {{"folder", "2026-11-30 10:00:00"}}; }
  void open(const std::string& folder, std::function<void(const std::string&)> done) override {
    opened = folder;
    done(open_error);
  }
  void read(const std::string&, TakeResult take) override { take(result_of(9), open_error); }
  std::vector<CellTrace> traces() override { return {}; }
  std::string save_run(const LabDefinition&, const LabRun&, const std::string&) override { return {}; }
  std::string save_page(const LabDefinition&, const LabResult&, const std::string&) override { return {}; }
  std::optional<std::pair<const LabDefinition*, LabRun>> load_run(const std::string&, std::string&) override {
    return std::nullopt;
  }
};

}  // namespace jitterscope
