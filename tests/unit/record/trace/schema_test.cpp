#include "core/record/trace/schema.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "core/record/trace/row_codec.h"
#include "tests/source_tree/source_tree.h"

namespace jitterscope::trace::schema_test {
namespace {

#define B1 \
  {}
#define B2 \
  B1, {}
#define B3 \
  B2, {}
#define B4 \
  B3, {}
#define B5 \
  B4, {}
#define B6 \
  B5, {}
#define B7 \
  B6, {}
#define B8 \
  B7, {}
#define B9 \
  B8, {}
#define B10 \
  B9, {}
#define B11 \
  B10, {}
#define B12 \
  B11, {}
#define B13 \
  B12, {}
#define B14 \
  B13, {}
#define B15 \
  B14, {}
#define B16 \
  B15, {}
#define B17 \
  B16, {}
#define B18 \
  B17, {}
#define B19 \
  B18, {}
#define B20 \
  B19, {}
#define B21 \
  B20, {}
#define B22 \
  B21, {}
#define B23 \
  B22, {}
#define B24 \
  B23, {}
#define TRY(n) \
  if constexpr (requires { T{B##n}; }) return n

/// How many members an event struct has (up to 24).
template <typename T>
constexpr int member_count() {
  // clang-format off
  TRY(24); else TRY(23); else TRY(22); else TRY(21); else TRY(20); else TRY(19); else TRY(18);
  else TRY(17); else TRY(16); else TRY(15); else TRY(14); else TRY(13); else TRY(12);
  else TRY(11); else TRY(10); else TRY(9); else TRY(8); else TRY(7); else TRY(6); else TRY(5); else TRY(4); else TRY(3);
  else TRY(2); else return 1;
  // clang-format on
}

template <typename E>
int stored_members() {
  const bool own_conference = !std::is_null_pointer_v<std::remove_const_t<decltype(Table<E>::conference)>>;
  int members = 1 + (own_conference ? 1 : 0);
  for_each_column<E>([&](const auto& column) { members += column.index == 0 ? 1 : 0; });  // an array is one
  return members;
}

struct OfALaterSchema {
  Timestamp at;
  std::optional<int> number = {};
};

}  // namespace
}  // namespace jitterscope::trace::schema_test

namespace jitterscope::trace {

template <>
inline constexpr std::int32_t kSince<schema_test::OfALaterSchema> = 100;
template <>
struct Table<schema_test::OfALaterSchema> {
  static constexpr auto local = &schema_test::OfALaterSchema::at;
  template <typename E = schema_test::OfALaterSchema>
  static constexpr auto columns() {
    return trace::columns(column("number", &E::number).added_in(101));
  }
};

}  // namespace jitterscope::trace

namespace jitterscope::trace::schema_test {
namespace {

TEST(Schema, IsTheNewestThatAnEventSays) {
  static_assert(newest_schema_of<OfALaterSchema>() == 101);
  static_assert(NewestSchema<Marker, OfALaterSchema, PacketSent>::value == 101);
  EXPECT_EQ(kSchemaVersion, 9);
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

TEST(Schema, IsDescribedTableByTable) {
  const std::string text = describe_schema();
  for_each_event_type([&]<typename E>() {
    EXPECT_NE(text.find("`" + std::string(Table<E>::name) + "`"), std::string::npos) << Table<E>::name;
    for_each_column<E>([&](const auto& column) {
      EXPECT_NE(text.find("| `" + std::string(column.name) + "` |"), std::string::npos) << column.name;
    });
  });
  EXPECT_NE(text.find("| `kernel_ns` | INTEGER or NULL |"), std::string::npos);
}

TEST(Schema, StandsInTheReferenceAsItIs) {
  std::ifstream file(in_source_tree("resources/reference/trace.md"));
  const std::string reference{std::istreambuf_iterator<char>(file), {}};
  const std::string text = describe_schema();
  const std::string tables = text.substr(text.find("\n## "));
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
