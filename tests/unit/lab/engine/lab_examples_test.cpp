// The examples that come with the program: each lab has one, complete, with something to draw.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/lab/engine/cell_results.h"
#include "core/lab/labs.h"
#include "tests/source_tree/source_tree.h"

namespace jitterscope::lab_examples_test {
namespace {

TEST(LabExamples, EachLabHasOneThatIsCompleteAndDrawn) {
  for (LabDefinition lab : labs()) {
    lab.lacks = {};
    std::ifstream in(in_source_tree("resources/labs/" + lab.name + ".jsonl"), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::string error;
    const auto content = cells_of_text(text, error);
    ASSERT_TRUE(content) << lab.name << ": " << error;
    const auto named = lab_run_from(content->run, error);
    ASSERT_TRUE(named) << lab.name << ": " << error;
    EXPECT_EQ(named->first, lab.name);
    const auto run = prepared_run(lab, named->second, error);
    ASSERT_TRUE(run) << lab.name << ": " << error << " Make it anew: packaging/lab_examples.";
    const DoneCells done = done_cells(lab, *run, *content);
    EXPECT_EQ(done.all().size(), done.designed()) << lab.name << ": make it anew, packaging/lab_examples";
    const LabResult result = result_of_cells(lab, *run, *content);
    ASSERT_FALSE(result.plots.empty()) << lab.name;
    for (const LabPlot& plot : result.plots) {
      EXPECT_FALSE(plot.title.empty() || plot.y_label.empty()) << lab.name << " " << plot.name;
      bool drawn = false;
      for (const PlotLayer& layer : plot.layers) drawn = drawn || !layer.points.empty() || !layer.boxes.empty();
      EXPECT_TRUE(drawn) << lab.name << " " << plot.name;
    }
  }
}

TEST(LabExamples, EachLabSaysWhatToLookForAndAsksTwoQuestions) {
  for (const LabDefinition& lab : labs()) {
    EXPECT_FALSE(lab.look_for.empty()) << lab.name;
    EXPECT_EQ(lab.questions.size(), 2u) << lab.name;
  }
}

}  // namespace
}  // namespace jitterscope::lab_examples_test
