// What analyze prints of a file with more than anybody reads: the first ones, and how many follow.
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/measures/report/report_json.h"

namespace jitterscope::long_lists_test {
namespace {

using testing::HasSubstr;

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

TEST(LongLists, OfRunsAndNotesTheFirstAreTold) {
  AnalysisReport report;
  StreamReport& stream = report.streams.emplace_back();
  stream.direction = Direction::kReceived;
  stream.runs.resize(100'000);
  stream.notes.resize(1'000, "a note");
  const std::string text = to_text(report);
  EXPECT_THAT(text, HasSubstr("and 99950 more runs: --json has them all."));
  EXPECT_THAT(text, HasSubstr("and 950 more notes: --json has them all."));
  EXPECT_LT(lines(text), 150u);
  EXPECT_EQ(to_json(report)["streams"][0]["runs"].size(), 100'000u);
}

TEST(LongLists, OfStreamsTheFirstAreTold) {
  AnalysisReport report;
  report.streams.resize(4096);
  const std::string text = to_text(report);
  EXPECT_THAT(text, HasSubstr("\nand 3596 more streams: --json has them all.\n"));
  report.streams.resize(500);
  EXPECT_THAT(to_text(report), testing::Not(HasSubstr("more streams")));
}

}  // namespace
}  // namespace jitterscope::long_lists_test
