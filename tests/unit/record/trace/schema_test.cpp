#include "core/record/trace/schema.h"
#include "core/base/scheduling/thread_role.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "core/events/events.h"
#include "core/events/make_column.h"
#include "core/events/words.h"
#include "core/record/trace/compact_rows.h"
#include "tests/source_tree/source_tree.h"

namespace jitterscope::trace::schema_test {
namespace {

/// Is whatever a member may be.
struct Anything {
  template <typename T>
  requires(!std::is_same_v<T, std::optional<typename MemberOf<T>::Plain>>)  // which is made of what it holds
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

template <typename... E>
struct EveryKind {
  static std::vector<int> member_counts() { return {member_count<E>()...}; }
};

TEST(Schema, IsTheNewestThatAnEventSays) {
  std::int32_t newest = kSecondSince;
  for (const EventTable& table : event_tables()) {
    newest = std::max(newest, table.since);
    for (const Column& column : table.columns) {
      newest = std::max(newest, column.since);
      const bool may_be_zero = column.type->form == Form::kTruth || column.type->form == Form::kWhole;
      EXPECT_TRUE(column.since == 0 || column.type->optional || may_be_zero) << table.name << "." << column.name;
    }
  }
  EXPECT_EQ(kSchemaVersion, newest);
  EXPECT_EQ(kSchemaVersion, 11);
  EXPECT_EQ(kOldestSchema, 8);
}

TEST(Schema, EveryMemberOfEveryEventHasAColumn) {
  static_assert(member_count<Marker>() == 2 && member_count<PacketSent>() == 13);
  const std::vector<int> members = AllEventKinds<EveryKind>::member_counts();
  for (std::size_t kind = 0; kind < kEventKinds; ++kind) {
    const EventTable& table = event_tables()[kind];
    int stored = table.conference ? 2 : 1;
    for (const Column& column : table.columns) stored += column.element == 0 ? 1 : 0;  // an array is one
    EXPECT_EQ(stored, members[kind]) << table.name;
  }
}

TEST(Schema, NoTwoColumnsAreTheSameMember) {
  for (const EventTable& table : event_tables()) {
    std::vector<std::size_t> members{table.local.offset};
    for (const Column& column : table.columns) members.push_back(column.offset);
    std::sort(members.begin(), members.end());
    EXPECT_EQ(std::unique(members.begin(), members.end()), members.end()) << table.name;
  }
}

/// What lies in tables of a schema stays. What is read as numbers is few integers.
TEST(Schema, CompactTablesHoldFewIntegers) {
  for (std::size_t kind = 0; kind < kEventKinds; ++kind) {
    const CompactTable* compact = compact_table(kind, kSchemaVersion);
    if (!compact) continue;
    const std::string_view name = compact->table->name;  // of what SecondsWriter finds a second for
    EXPECT_TRUE(name.starts_with("packet_") || name == "thread_woke") << name;
    EXPECT_LE(5 + compact->columns.size(), std::tuple_size_v<RowNumbers>) << name;
    for (const CompactColumn& one : compact->columns) {
      const Column* column = one.column;
      EXPECT_TRUE(one.held != Held::kDifferenceToSecond || column->name == "sequence" || column->name == "frame" ||
                  column->name == "rtp_timestamp");
      EXPECT_LE(column->since, kSchemaVersion) << compact->base() << "." << column->name;
      EXPECT_FALSE(column->type->is_real() || column->type->form == Form::kText) << column->name;
      EXPECT_FALSE(column->type->optional && column->type->form == Form::kWord) << column->name;
    }
  }
}

/// As the reference has it.
std::string describe(const EventTable& table) {
  std::string text = "\n## `" + std::string(table.name) + "`: " + std::string(table.meaning) + "\n\n";
  text += "| column | type | meaning |\n|---|---|---|\n";
  for (const Column& column : table.columns) {
    text.append("| `").append(column.name).append("` | ").append(sql_type(*column.type));
    text.append(column.type->optional ? " or NULL | " : " | ").append(column.meaning);
    if (column.since > table.since)
      text +=
          " (since schema " + std::to_string(column.since) + "; " + (column.type->optional ? "NULL" : "0") + " before)";
    text += " |\n";
  }
  return text;
}

TEST(Schema, StandsInTheReferenceAsItIs) {
  std::ifstream file(in_source_tree("resources/reference/trace.md"));
  const std::string reference{std::istreambuf_iterator<char>(file), {}};
  std::string tables;
  for (const EventTable& table : event_tables()) tables += describe(table);
  EXPECT_NE(reference.find(tables), std::string::npos) << "resources/reference/trace.md should be:\n" << tables;
}

TEST(Schema, WordsReadBackOrAreRefused) {
  EXPECT_EQ(number_of_word(kMemberType<RejectReason>, "absurd offset"), std::int64_t(RejectReason::kAbsurdOffset));
  EXPECT_EQ(number_of_word(kMemberType<ThreadRole>, "video-capture"), std::int64_t(ThreadRole::kVideoCapture));
  EXPECT_THROW(number_of_word(kMemberType<Medium>, "smell"), DamagedRow);
  EXPECT_THROW(number_of_word(kMemberType<Medium>, "unknown"), DamagedRow);
}

}  // namespace
}  // namespace jitterscope::trace::schema_test
