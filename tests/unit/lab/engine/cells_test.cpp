// Designs, cells, their file, and what is made of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/lab/engine/cell_results.h"
#include "core/lab/engine/runner.h"
#include "tests/unit/lab/engine/toy_lab.h"

namespace jitterscope::cells_test {
namespace {

using testing::HasSubstr;
using Json = nlohmann::ordered_json;

class Folder {
 public:
  Folder() {
    std::string name = std::filesystem::temp_directory_path() / "cells-test-XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string operator/(const char* name) const { return std::filesystem::path(path_) / name; }

 private:
  std::string path_;
};

LabRun prepared(std::map<std::string, std::string> settings = {}) {
  std::string error;
  auto run = prepared_run(toy_lab(), {.settings = std::move(settings)}, error);
  EXPECT_TRUE(run) << error;
  return run.value_or(LabRun{});
}

const Json kMade{{"version", "1"}, {"machine", {{"processor", "A"}}}};

/// Runs these cells of the toy lab into a folder.
void run_into(const std::string& folder, const std::vector<LabCell>& cells) {
  LabRun run = prepared();
  run.folder = folder;
  for (const LabCell& cell : cells) {
    std::string error;
    LabFault fault{};
    ASSERT_TRUE(run_one_cell(toy_lab(), run, cell.key(), kMade, error, fault)) << error;
  }
}

CellFileContent content_of(const std::string& folder) {
  std::string error;
  const auto content = read_cells(folder, error);
  EXPECT_TRUE(content) << error;
  return content.value_or(CellFileContent{});
}

std::string result_of(const CellFileContent& content) {
  return to_json(result_of_cells(toy_lab(), prepared(), content)).dump();
}

TEST(LabDesign, EveryCombinationIsACellOfEachRepetition) {
  const LabDesign design{{{"a", {"1", "2"}}, {"b", {"x", "y"}}}, 2, [](const LabCell& cell) {
                           return cell.level("a") != "2" || cell.level("b") != "y";
                         }};
  std::vector<std::string> keys;
  for (const LabCell& cell : cells_of(design, 10)) keys.push_back(cell.key());
  EXPECT_THAT(keys, testing::ElementsAre("a=1,b=x,repetition=1", "a=1,b=y,repetition=1", "a=2,b=x,repetition=1",
                                         "a=1,b=x,repetition=2", "a=1,b=y,repetition=2", "a=2,b=x,repetition=2"));
  EXPECT_EQ(cells_of(design, 10)[0].seed, 10u);
  EXPECT_EQ(cells_of(design, 10)[5].seed, 11u) << "the cells of a repetition can be compared in pairs";
}

TEST(LabDesign, TheOrderIsDrawnWithinEachRepetition) {
  const LabDesign design{{{"a", {"1", "2", "3", "4", "5", "6", "7", "8"}}}, 2};
  const auto sorted = cells_of(design, 1), drawn = in_drawn_order(sorted, 1);
  EXPECT_NE(drawn, sorted);
  EXPECT_NE(in_drawn_order(sorted, 2), drawn);
  EXPECT_EQ(in_drawn_order(sorted, 1), drawn);
  for (std::size_t i = 0; i < drawn.size(); ++i) EXPECT_EQ(drawn[i].repetition, sorted[i].repetition);
}

TEST(CellFigures, ReadBackToTheLastBit) {
  CellFigures figures;
  figures.set("third", 1.0 / 3);
  figures.set("none", std::nullopt);
  figures.set("nan", NAN);
  figures.samples["x"] = {0.1, 1e-300, -7};
  figures.words["path"] = "kernel";
  figures.trace = "traces/a.jscope";
  EXPECT_EQ(figures.numbers.size(), 1u);
  EXPECT_EQ(cell_figures_from(Json::parse(to_json(figures).dump())), figures);
  for (const char* bad : {R"([])", R"({"numbers":[]})", R"({"numbers":{"x":"1"}})", R"({"samples":{"x":[null]}})",
                          R"({"trace":"../x"})", R"({"trace":"/etc/passwd"})", R"({"words":{"x":1}})"})
    EXPECT_FALSE(cell_figures_from(Json::parse(bad))) << bad;
}

TEST(CellFile, WhatWasDoneOutlivesALineThatWasCutOff) {
  const Folder folder;
  const auto cells = cells_of(toy_design(prepared()), 1);
  run_into(folder / "x", {cells.begin(), cells.begin() + 3});
  std::ofstream(folder / "x/cells.jsonl", std::ios::app) << R"({"cell":"coin=fair,repet)";
  EXPECT_EQ(content_of(folder / "x").cells.size(), 3u);
  run_into(folder / "x", cells);
  EXPECT_EQ(content_of(folder / "x").cells.size(), cells.size());
  EXPECT_EQ(content_of(folder / "x").unreadable, 0u);
  std::string error;
  EXPECT_EQ(result_of(content_of(folder / "x")), to_json(*run_lab(toy_lab(), {}, error)).dump())
      << "as if nothing had happened";
}

TEST(CellFile, CellsOfAnotherRunAreNotMixedIn) {
  const Folder folder;
  run_into(folder / "x", {cells_of(toy_design(prepared()), 1)[0]});
  LabRun other = prepared({{"share", "0.6"}});
  other.folder = folder / "x";
  std::string error;
  LabFault fault{};
  EXPECT_FALSE(run_one_cell(toy_lab(), other, cells_of(toy_design(other), 1)[1].key(), kMade, error, fault));
  EXPECT_THAT(error, HasSubstr("differs in settings"));
}

TEST(CellFile, ManyProcessesAddToItAtOnce) {
  const Folder folder;
  const auto cells = cells_of(toy_design(prepared()), 1);
  const Json run = to_json(toy_lab(), prepared());
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i)
    writers.emplace_back([&, i] {
      std::string error;
      auto file = CellFile::open(folder / "x", run, kMade, error);
      for (int cell = 0; cell < 25; ++cell)
        EXPECT_TRUE(file && file->add(std::to_string(100 * i + cell), {}, 0, error)) << error;
    });
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(content_of(folder / "x").cells.size(), 100u);
}

TEST(MergedCells, TwoFoldersAreWhatOneOfBothIs) {
  const Folder folder;
  auto cells = in_drawn_order(cells_of(toy_design(prepared()), 1), 1);
  run_into(folder / "one", {cells.begin(), cells.begin() + 7});
  run_into(folder / "other", {cells.begin() + 5, cells.end()});
  run_into(folder / "both", cells);
  std::string error;
  const auto merged = merged_cells({content_of(folder / "one"), content_of(folder / "other")}, error);
  ASSERT_TRUE(merged) << error;
  EXPECT_EQ(result_of(*merged), result_of(content_of(folder / "both")));
}

TEST(MergedCells, SaySoWhereTheyDoNotBelongTogether) {
  CellFileContent one{.run = {{"lab", "x"}, {"seed", 1}, {"mode", "simulated"}}}, other = one;
  other.run["seed"] = 2;
  std::string error;
  EXPECT_FALSE(merged_cells({one, other}, error));
  EXPECT_THAT(error, HasSubstr("they differ in seed"));
  other = one;
  one.cells = {{"k", "m", {.numbers = {{"x", 1}}}}};
  other.cells = {{"k", "n", {.numbers = {{"x", 2}}}}};
  EXPECT_FALSE(merged_cells({one, other}, error));
  EXPECT_THAT(error, HasSubstr("different revisions"));
  for (CellFileContent* live : {&one, &other}) live->run["mode"] = "live";
  const auto both = merged_cells({one, other}, error);
  ASSERT_TRUE(both) << error;
  EXPECT_EQ(both->cells.size(), 2u) << "live each machine has its own";
}

TEST(MergedCells, MachinesThatAreAlikeAreStillTwo) {
  CellFileContent one{.run = {{"mode", "live"}}, .machines = {{"m", kMade}}, .cells = {{"k", "m", {}}, {"l", "m", {}}}};
  CellFileContent other = one;
  one.cells[0].figures.set("x", 1), other.cells[0].figures.set("x", 2);
  std::string error;
  const auto both = merged_cells({one, other}, error);
  ASSERT_TRUE(both) << error;
  EXPECT_EQ(both->cells.size(), 4u) << "a hall's machines have the same processor and kernel";
  EXPECT_EQ(both->machines.size(), 2u);
  const auto again = merged_cells({*both, one, other}, error);
  ASSERT_TRUE(again) << error;
  EXPECT_EQ(again->cells.size(), 4u) << "what is there already is not counted twice";
}

TEST(DoneCells, ALiveRunThatWentOnAfterAnUpdateOfTheKernelIsWhole) {
  const LabRun run{.live = true, .settings = prepared().settings};
  CellFileContent content{.machines = {{"m", kMade}, {"n", kMade}}};
  for (const LabCell& cell : cells_of(toy_design(run), run.seed))
    content.cells.push_back({cell.key(), cell.repetition < 5 ? "m" : "n", {}});
  const DoneCells once = done_cells(toy_lab(), run, content);
  EXPECT_EQ(once.all().size(), once.designed());
  content.cells.push_back({content.cells.front().key, "n", {}});
  EXPECT_EQ(done_cells(toy_lab(), run, content).designed(), 2 * once.designed()) << "two machines have begun it";
}

/// The line of a machine is written when its cells begin, and knows no load of their end.
TEST(ResultOfCells, SaysTheLoadOfAMachineAtTheBeginningInWords) {
  const LabRun run{.live = true, .settings = prepared().settings};
  Json made = kMade;
  made["machine"]["load_average"] = {{"begin", {1.5, 2.5, 3.5}}, {"end", {1.5, 2.5, 3.5}}};
  CellFileContent content{.machines = {{"m", made}}};
  content.cells.push_back({cells_of(toy_design(run), run.seed).front().key(), "m", {}});
  const LabResult result = result_of_cells(toy_lab(), run, content);
  const auto load = std::ranges::find(result.machine, "load_average", [](const auto& said) { return said.first; });
  ASSERT_NE(load, result.machine.end());
  EXPECT_EQ(load->second, "1.5 at the beginning");
}

TEST(LabRunFile, ALabWithOnesOwnParametersIsSavedAndOpened) {
  LabRun run = prepared({{"share", "0.65"}});
  run.seed = 7;
  run.factors = {{"link", {"a", "b"}}};
  std::string error;
  const auto again = lab_run_from(Json::parse(to_json(toy_lab(), run).dump()), error);
  ASSERT_TRUE(again) << error;
  EXPECT_EQ(again->first, "own.coins");
  EXPECT_EQ(to_json(toy_lab(), again->second), to_json(toy_lab(), run));
  for (const char* bad :
       {"1", "{}", R"({"lab":"x"})", R"({"lab":"x","mode":"dead"})", R"({"lab":"x","mode":"live","seed":-1})",
        R"({"lab":"x","mode":"live","scale":1e9})", R"({"lab":"x","mode":"live","settings":{"a":1}})",
        R"({"lab":"x","mode":"live","factors":{"a":[]}})"}) {
    error.clear();
    EXPECT_FALSE(lab_run_from(Json::parse(bad), error)) << bad;
    EXPECT_FALSE(error.empty()) << bad;
  }
}

TEST(RunsTable, HasARowForEachCell) {
  std::string error;
  const auto result = run_lab(toy_lab(), {.settings = {{"repetitions", "2"}}}, error);
  ASSERT_TRUE(result) << error;
  EXPECT_EQ(result->tables.back().name, "runs");
  EXPECT_THAT(result->tables.back().columns, testing::ElementsAre("coin", "repetition", "heads"));
  EXPECT_EQ(result->tables.back().rows.size(), 4u);
}

}  // namespace
}  // namespace jitterscope::cells_test
