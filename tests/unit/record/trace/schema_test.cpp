#include "core/record/trace/schema.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "core/record/trace/row_codec.h"
#include "tests/source_tree/source_tree.h"

namespace jitterscope::trace::schema_test {
namespace {

/// Is whatever a member may be.
struct Anything {
  template <typename T>
  requires(!kIsOptional<T>)  // which is made of what it holds
  operator T() const;
};

/// How many members an event struct has.
template <typename T, typename... Given>
constexpr int member_count() {
  if constexpr (requires { T{Given{}..., Anything{}}; })
    return member_count<T, Given..., Anything>();
  else
    return static_cast<int>(sizeof...(Given));
}

template <typename E>
int stored_members() {
  int members = kHasConference<E> ? 2 : 1;
  for_each_column<E>([&](const auto& column) { members += column.index == 0 ? 1 : 0; });  // an array is one
  return members;
}

TEST(Schema, IsTheNewestThatAnEventSays) {
  std::int32_t newest = 0;
  for_each_event_type([&]<typename E>() {
    newest = std::max(newest, kSince<E>);
    for_each_column<E>([&](const auto& column) { newest = std::max(newest, column.since); });
  });
  EXPECT_EQ(kSchemaVersion, newest);
  EXPECT_EQ(kSchemaVersion, 9);
  EXPECT_EQ(kOldestSchema, 8);
}

TEST(Schema, EveryMemberOfEveryEventHasAColumn) {
  static_assert(member_count<Marker>() == 2 && member_count<PacketSent>() == 13);
  for_each_event_type([]<typename E>() { EXPECT_EQ(stored_members<E>(), member_count<E>()) << Table<E>::name; });
}

TEST(Schema, NoTwoColumnsAreTheSameMember) {
  for_each_event_type([]<typename E>() {
    E event;
    std::vector<const void*> members{&(event.*Table<E>::local)};
    for_each_column<E>([&](const auto& column) { members.push_back(&column.of(event)); });
    std::sort(members.begin(), members.end());
    EXPECT_EQ(std::unique(members.begin(), members.end()), members.end()) << Table<E>::name;
  });
}

/// As the reference has it.
template <typename E>
std::string describe_table() {
  std::string text = "\n## `" + std::string(Table<E>::name) + "`: " + std::string(Table<E>::meaning) + "\n\n";
  text += "| column | type | meaning |\n|---|---|---|\n";
  for_each_column<E>([&](const auto& column) {
    using Member = typename std::remove_cvref_t<decltype(column)>::Value;
    text.append("| `").append(column.name).append("` | ").append(sql_type<Member>());
    text.append(kIsOptional<Member> ? " or NULL | " : " | ").append(column.meaning);
    if (column.since > kSince<E>) text += " (since schema " + std::to_string(column.since) + "; NULL before)";
    text += " |\n";
  });
  return text;
}

TEST(Schema, StandsInTheReferenceAsItIs) {
  std::ifstream file(in_source_tree("resources/reference/trace.md"));
  const std::string reference{std::istreambuf_iterator<char>(file), {}};
  std::string tables;
  for_each_event_type([&]<typename E>() { tables += describe_table<E>(); });
  EXPECT_NE(reference.find(tables), std::string::npos) << "resources/reference/trace.md should be:\n" << tables;
}

TEST(Schema, WordsReadBackOrAreRefused) {
  EXPECT_EQ(parse_word<RejectReason>("absurd offset"), RejectReason::kAbsurdOffset);
  EXPECT_EQ(parse_word<ThreadRole>("video-capture"), ThreadRole::kVideoCapture);
  EXPECT_THROW(parse_word<Medium>("smell"), DamagedRow);
  EXPECT_THROW(parse_word<Medium>("unknown"), DamagedRow);
}

}  // namespace
}  // namespace jitterscope::trace::schema_test
