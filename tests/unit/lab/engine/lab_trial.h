#pragma once
// Runs a lab in a test, and finds what it found.
#include <gtest/gtest.h>

#include <algorithm>
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

inline const Finding& finding(const std::vector<Finding>& all, const std::string& id) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Finding& one) { return one.id == id; });
  EXPECT_NE(found, all.end()) << id;
  return *found;
}

inline const Finding& finding(const LabResult& result, const std::string& id) {
  return finding(result.findings, id);
}

}  // namespace jitterscope
