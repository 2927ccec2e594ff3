// Each simulated lab, small and with a fixed seed, against tests/data/labs/NAME.json.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/goldens/golden.h"
#include "tests/source_tree/source_tree.h"
#include "tests/unit/lab/engine/lab_trial.h"

namespace jitterscope::lab_goldens_test {
namespace {

struct SmallLab {
  std::string name;
  LabRun run;
};

/// Findings and tables, without a row for each cell.
std::string text_of(LabResult result) {
  for (const LabTable& table : result.tables)
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << table.name;
  std::erase_if(result.tables, [](const LabTable& table) { return table.name == "runs"; });
  result.plots.clear();
  return to_json(result).dump(1) + "\n";
}

class LabGoldens : public testing::TestWithParam<SmallLab> {};

TEST_P(LabGoldens, OneSeedOneResult) {
  const SmallLab& lab = GetParam();
  const std::string text = text_of(result_of(lab.name, lab.run));
  const auto path = test_data("labs/" + lab.name + ".json");
  goldens::expect_none(goldens::difference(path, text));
  LabRun other = lab.run;
  other.seed = 2;
  EXPECT_NE(text_of(result_of(lab.name, other)), text) << "another seed is another result";
}

INSTANTIATE_TEST_SUITE_P(
    Labs, LabGoldens,
    testing::Values(
        SmallLab{"claypool98.buffer", {.settings = {{"repetitions", "2"}, {"seconds", "4"}}}},
        SmallLab{"sun97.shaping", {.settings = {{"loads", "0,900"}, {"frames", "30"}, {"repetitions", "2"}}}},
        SmallLab{"latecki04.rate-control", {.scale = 0.2, .settings = {{"repetitions", "2"}, {"transport", "udp"}}}},
        SmallLab{"latecki04.capacity-steps", {.settings = {{"repetitions", "2"}}}},
        SmallLab{"latecki04.congestion", {.scale = 0.3, .settings = {{"repetitions", "2"}}}},
        SmallLab{"own.matrix",
                 {.settings = {{"seconds", "3"}, {"repetitions", "2"}}, .factors = {{"shaping", {"a", "c"}}}}}),
    [](const auto& of) {
      std::string name = of.param.name;
      for (char& byte : name)
        if (!std::isalnum(static_cast<unsigned char>(byte))) byte = '_';
      return name;
    });

}  // namespace
}  // namespace jitterscope::lab_goldens_test
