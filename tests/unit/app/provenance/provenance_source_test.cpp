#include "app/provenance/provenance_source.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "app/provenance/build_facts.h"
#include "app/provenance/print_result.h"

namespace jitterscope::provenance_source_test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

TEST(ProvenanceSource, NamesCommandDateAndMachine) {
  const Provenance made = ProvenanceSource({"analyze", "a b.jscope", "--json"}).now();
  EXPECT_EQ(made.command, "jitterscope analyze 'a b.jscope' --json");
  ASSERT_TRUE(made.made_at && made.machine);
  EXPECT_THAT(*made.made_at,
              MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[-+][0-9]{2}:[0-9]{2}"));
  EXPECT_FALSE(made.machine->kernel.empty() || made.machine->architecture.empty());
  EXPECT_GT(made.machine->processors, 0);
  EXPECT_TRUE(made.machine->load_at_begin && made.machine->load_at_end);
}

TEST(ProvenanceSource, OfTheProgramAloneNothingDependsOnWhenAndWhere) {
  const Provenance one = ProvenanceSource({"lab", "run"}).of_program();
  EXPECT_FALSE(one.made_at || one.command || one.machine);
  EXPECT_EQ(to_json(one), to_json(ProvenanceSource({"lab", "run", "--out", "x"}).of_program()));
  EXPECT_EQ(one.version, program_version());
  EXPECT_THAT(one.compiler, MatchesRegex("[A-Za-z]+ [0-9.]+, [A-Za-z]*"));
}

TEST(BuildFacts, VersionNamesRevisionCompilerAndLibraries) {
  const std::string text = version_text();
  EXPECT_THAT(text,
              testing::StartsWith("jitterscope " + program_version() + " (revision " +
                                  source_revision().value_or("unknown") + ")\ncompiler  " + compiler_words() + "\n"));
  for (const auto& [name, version] : library_versions()) {
    EXPECT_THAT(version, MatchesRegex("[0-9]+(\\.[0-9]+)+.*")) << name;
    EXPECT_THAT(text, HasSubstr(name + " " + version));
  }
  for (const char* name : {"Qt ", "OpenCV ", "libjpeg-turbo ", "SQLite ", "QCustomPlot "})
    EXPECT_THAT(text, HasSubstr(name));
}

TEST(PrintResult, AddsOneKeyAtTheTop) {
  const auto json = with_provenance({{"file", "x"}}, ProvenanceSource({"analyze"}).now());
  EXPECT_EQ(json.size(), 2u);
  EXPECT_EQ(json.at("provenance").at("program"), "jitterscope");
}

}  // namespace
}  // namespace jitterscope::provenance_source_test
