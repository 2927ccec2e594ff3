// The sections of the page on the wire format that are made of the files of messages and capabilities. RENEW_GOLDENS=1
// writes them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "core/algorithms/signalling/messages.h"
#include "tests/source_tree/source_tree.h"
#include "tests/unit/algorithms/signalling/field_page.h"

namespace jitterscope::wire_page_test {
namespace {

template <typename M>
std::string section_of() {
  M message{};
  std::string head, kind;
  if constexpr (requires { M::method; }) {
    head = M::method;
    kind = requires {
      message.id;
    }
    ? "Request" : "Notification";
  } else {
    head = "answer to " + std::string(M::answers);
    kind = std::is_same_v<M, message::Failed> ? "Error" : "Result";
  }
  std::string more;
  if constexpr (requires { typename M::Needs; }) more += fmt::format(" Only to an end that can `{}`.", M::Needs::word);
  if constexpr (requires { M::kMostASecond; }) more += fmt::format(" At most {} a second are taken.", M::kMostASecond);
  FieldPage page;
  message.carry(page);
  const std::string table = page.all().empty() ? "" : "| key | value | is |\n|---|---|---|\n" + page.all() + "\n";
  return fmt::format("### {}\n\n{}. {}{}\n\n{}", head, kind, M::says, more, table);
}

template <typename... M>
struct Sections {
  static std::string all() { return (section_of<M>() + ...); }
};

std::string capability_rows() {
  std::string rows = "| word | an end that says it |\n|---|---|\n";
  for (std::size_t place = 0; place < EveryCapability::kCount; ++place)
    rows += fmt::format("| `{}` | {} |\n", EveryCapability::kWords[place], EveryCapability::kSays[place]);
  return rows + "\n";
}

/// What stands between a heading and the next one of its level.
void expect_section(std::string& page, const std::string& heading, const std::string& made) {
  const std::size_t at = page.find(heading + "\n\n");
  ASSERT_NE(at, std::string::npos) << heading;
  const std::size_t begin = at + heading.size() + 2, end = page.find("\n## ", begin) + 1;
  if (std::getenv("RENEW_GOLDENS"))
    page.replace(begin, end - begin, made);
  else
    EXPECT_EQ(page.substr(begin, end - begin), made) << "RENEW_GOLDENS=1 writes it";
}

TEST(WirePage, HasEachMessageAndCapability) {
  const auto path = in_source_tree("resources/reference/wire_format.md");
  std::ifstream file(path);
  std::string page{std::istreambuf_iterator<char>(file), {}};
  expect_section(page, "## Messages", AllMessages<Sections>::all());
  expect_section(page, "## What an end can do", capability_rows());
  if (std::getenv("RENEW_GOLDENS")) std::ofstream(path) << page;
}

}  // namespace
}  // namespace jitterscope::wire_page_test
