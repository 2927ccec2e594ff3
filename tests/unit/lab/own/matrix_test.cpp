// What own.matrix says of differences between levels.
#include "tests/unit/lab/engine/lab_trial.h"

namespace jitterscope::matrix_test {
namespace {

LabRun run_of(std::vector<LabFactor> factors) {
  return {.settings = {{"figures", "x"}}, .factors = std::move(factors)};
}

TEST(OwnMatrix, ALevelIsNotHeldResponsibleForTheOthersWhereCellsAreMissing) {
  // The link alone matters, and at shaping c the cells of the fast link gave no figure.
  const auto result = judged_cells(
      "own.matrix", run_of({{"shaping", {"a", "c"}}, {"link", {"rate=2mbit", "rate=3mbit"}}}), [](const LabCell& cell) {
        CellFigures figures;
        const bool fast = cell.level("link") == "rate=3mbit";
        if (!fast || cell.level("shaping") == "a") figures.set("x", (fast ? 1 : 9) + 0.01 * cell.repetition);
        return figures;
      });
  const LabTable& differences = result.tables.at(1);
  ASSERT_EQ(differences.rows.at(0).at(0), TableField("shaping"));
  EXPECT_EQ(differences.rows[0].at(4), TableField(0.0)) << "no repetition has all cells of both levels";
  EXPECT_EQ(differences.rows[0].back(), TableField("undecided"));
}

TEST(OwnMatrix, NoLevelStandsTwiceInAFactor) {
  std::string error;
  EXPECT_FALSE(prepared_run(*find_lab("own.matrix"), run_of({{"shaping", {"a", "c", "a"}}}), error))
      << "two cells would have one key, and the run would never be whole";
}

}  // namespace
}  // namespace jitterscope::matrix_test
