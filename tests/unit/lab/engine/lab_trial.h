#pragma once
// Runs a lab in a test, and finds what it found.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "core/lab/labs.h"

namespace jitterscope {

/// Empty where it would not run, which fails the test.
inline LabResult result_of(const std::string& name, const LabRun& run) {
  std::string error;
  const auto result = run_lab(*find_lab(name), run, error);
  EXPECT_TRUE(result) << error;
  return result.value_or(LabResult{});
}

/// What a lab's judge says of made-up cells.
inline LabResult judged_cells(const std::string& name, LabRun asked,
                              const std::function<CellFigures(const LabCell& cell)>& figures_of) {
  LabDefinition lab = *find_lab(name);
  lab.lacks = {};
  std::string error;
  const auto run = prepared_run(lab, std::move(asked), error);
  EXPECT_TRUE(run) << error;
  std::vector<DoneCell> done;
  for (const LabCell& cell : cells_of(lab.design(*run), run->seed)) done.push_back({cell, figures_of(cell)});
  const std::size_t designed = done.size();
  return judged_result(lab, *run, DoneCells(std::move(done), designed));
}

inline const Finding& finding(const std::vector<Finding>& all, const std::string& id) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Finding& one) { return one.id == id; });
  EXPECT_NE(found, all.end()) << id;
  return *found;
}

inline const Finding& finding(const LabResult& result, const std::string& id) {
  return finding(result.findings, id);
}

}  // namespace jitterscope
