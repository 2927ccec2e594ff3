// What was set in a call, from its trace.
#include "core/record/open/logged_changes.h"
#include "tests/source_tree/source_tree.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace jitterscope::logged_changes_test {
namespace {

std::vector<LoggedChange> changes_of(const char* name) {
  std::string error;
  const auto trace = TraceReader::open(test_data(fmt::format("traces/{}.jscope.gz", name)), error);
  EXPECT_TRUE(trace) << error;
  const auto changes = trace ? logged_changes(*trace, *trace->meta().call_began, error) : std::nullopt;
  EXPECT_TRUE(changes) << error;
  return changes.value_or(std::vector<LoggedChange>());
}

TEST(LoggedChanges, OfBothEndsWithTheirTimes) {
  const auto changes = changes_of("schema8-b");
  const auto shaping = [&](bool remote) {
    std::vector<std::pair<int, std::string>> found;  // tenths of a second
    for (const LoggedChange& change : changes)
      if (change.name == "shaping" && change.remote == remote)
        found.emplace_back(static_cast<int>(change.at_s * 10), change.value);
    return found;
  };
  EXPECT_EQ(shaping(false), (std::vector<std::pair<int, std::string>>{{1, "b"}, {63, "c"}}));
  EXPECT_EQ(shaping(true), (std::vector<std::pair<int, std::string>>{{1, "b"}, {63, "c"}}));
  EXPECT_TRUE(std::ranges::all_of(changes, [](const auto& c) { return c.kind == LoggedChange::Kind::kSetting; }));
}

}  // namespace
}  // namespace jitterscope::logged_changes_test
