#pragma once
// Rows of the compact tables: events of the kinds of which a trace has the most, as differences to a row of the table
// `second` and within the row. Columns have the names of the documented ones, which a view of them gives. Used by the
// recorder and the reader only.
#include "core/record/trace/row_codec.h"
#include "core/record/trace/second.h"

namespace jitterscope::trace {

inline constexpr std::int32_t kSecondSince = 9;
/// In some schema.
template <typename E>
inline constexpr bool kHasCompact = kCompactSince<E> <= kSchemaVersion;
template <typename E>
constexpr bool is_compact(std::int32_t schema) {
  return schema >= kCompactSince<E>;
}
template <typename E>
std::string base_table() {
  return "compact_" + std::string(Table<E>::name);
}

/// What a column of the compact table holds.
enum class Held : std::uint8_t {
  kNothing,                 // its second says it
  kDifferenceToSecond,      // of a number to the second's
  kDifferenceToLocal,       // of a local time to the row's own
  kDifferenceToConference,  // of a conference time to the row's own; where that is unknown, to what the second makes of
                            // it
  kNumber,                  // of a word
  kItself
};
template <typename Column>
constexpr Held held(const Column& column) {
  using Value = typename Column::Value;
  if (column.by_second == BySecond::kSaid) return Held::kNothing;
  if (column.by_second == BySecond::kBase) return Held::kDifferenceToSecond;
  if constexpr (kIsTimestamp<Value>)
    return column.name.ends_with("_conference_ns") ? Held::kDifferenceToConference : Held::kDifferenceToLocal;
  else
    return std::is_enum_v<Value> ? Held::kNumber : Held::kItself;
}

/// Calls visit(column) for each column that the compact table has.
template <typename E, typename Visit>
void for_each_held_column(Visit visit) {
  for_each_column<E>([&](const auto& column) {
    if (held(column) != Held::kNothing) visit(column);
  });
}

/// A number or a time as a number; absent as absent.
template <typename T>
std::optional<std::int64_t> number_of(const T& value) {
  if constexpr (kIsOptional<T>)
    return value ? number_of(*value) : std::nullopt;
  else if constexpr (kIsTime<T>)
    return value.ns();
  else
    return static_cast<std::int64_t>(value);
}

/// "INSERT INTO compact_name VALUES (?, ?, …)".
template <typename E>
std::string insert_compact() {
  std::string sql = "INSERT INTO " + base_table<E>() + " VALUES (?, ?, ?, ?";
  for_each_held_column<E>([&](const auto&) { sql += ", ?"; });
  return sql + ")";
}
/// "SELECT id, second, local_ns, conference_ns, … FROM compact_name … ORDER BY id".
template <typename E>
std::string select_compact(std::int64_t first) {
  std::string sql = "SELECT id, second, local_ns, conference_ns";
  for_each_held_column<E>([&](const auto& column) { sql.append(", ").append(column.name); });
  return sql + " FROM " + base_table<E>() + from_id(first);
}

/// `conference`: of the row, as conference_time() has it.
template <typename E>
void bind_compact_row(SQLite::Statement& statement, std::int64_t id, const E& event,
                      std::optional<Timestamp> conference, const Second& second) {
  const std::int64_t local = local_time(event).ns();
  const std::int64_t expected = sum(local, second.conference_offset_ns());
  int index = 0;
  const auto bind_difference = [&](std::optional<std::int64_t> value, std::int64_t base) {
    bind_value(statement, ++index, value ? std::optional(difference(*value, base)) : std::nullopt);
  };
  bind_value(statement, ++index, id);
  bind_value(statement, ++index, second.id);
  bind_difference(local, second.local.ns());
  bind_difference(number_of(conference), expected);
  for_each_held_column<E>([&](const auto& column) {
    using Value = typename std::remove_cvref_t<decltype(column)>::Value;
    if constexpr (std::is_enum_v<Value>) {
      bind_value(statement, ++index, static_cast<std::int64_t>(column.of(event)));
    } else if constexpr (kIsInteger<Value>) {
      switch (held(column)) {
        case Held::kDifferenceToSecond: return bind_difference(number_of(column.of(event)), second.base(column.name));
        case Held::kDifferenceToLocal: return bind_difference(number_of(column.of(event)), local);
        case Held::kDifferenceToConference:
          return bind_difference(number_of(column.of(event)), conference ? conference->ns() : expected);
        default: bind_value(statement, ++index, column.of(event));
      }
    } else {
      bind_value(statement, ++index, column.of(event));
    }
  });
}

/// Of a row of select_compact<E>(); `seconds` as read_seconds() gives them.
template <typename E>
E read_compact_row(const ForeignRows& row, const std::vector<Second>& seconds) {
  const auto id = read<std::int64_t>(row.cell(1));
  if (id < 1 || id > static_cast<std::int64_t>(seconds.size())) throw DamagedRow("a row of no second");
  const Second& second = seconds[static_cast<std::size_t>(id - 1)];
  E event;
  const std::int64_t local = sum(second.local.ns(), read<std::int64_t>(row.cell(2)));
  const std::int64_t expected = sum(local, second.conference_offset_ns());
  const auto from_conference = read<std::optional<std::int64_t>>(row.cell(3));
  const std::int64_t conference = from_conference ? sum(expected, *from_conference) : expected;
  event.*Table<E>::local = Timestamp::ns(local);
  check_reach(event.*Table<E>::local, false);
  if constexpr (!std::is_same_v<std::remove_const_t<decltype(Table<E>::conference)>, std::nullptr_t>) {
    if (from_conference) event.*Table<E>::conference = Timestamp::ns(conference);
    check_reach(event.*Table<E>::conference, true);
  }
  int index = 3;
  for_each_column<E>([&](const auto& column) {
    using Value = typename std::remove_cvref_t<decltype(column)>::Value;
    if constexpr (std::is_same_v<Value, Medium>) {
      if (!second.direction) throw DamagedRow("a packet of no stream");
      column.of(event) = second.medium;
    } else if constexpr (std::is_enum_v<Value>) {
      column.of(event) = enum_of<Value>(read<std::int64_t>(row.cell(++index)));
    } else if (held(column) == Held::kNothing) {
      if constexpr (std::is_same_v<Value, std::uint32_t>) column.of(event) = second.ssrc;
    } else if (held(column) == Held::kItself) {
      column.of(event) = read<Value>(row.cell(++index));
    } else {
      const std::int64_t base = held(column) == Held::kDifferenceToSecond  ? second.base(column.name)
                                : held(column) == Held::kDifferenceToLocal ? local
                                                                           : conference;
      const auto from_base = read<std::optional<std::int64_t>>(row.cell(++index));
      if (!from_base && !kIsOptional<Value>) throw DamagedRow("a value that should be an integer");
      if (from_base) column.of(event) = integer_of<Value>(sum(base, *from_base));
    }
    if constexpr (requires { column.range; }) check_range(column.of(event), column.range);
    check_reach(column.of(event), column.name.ends_with("_conference_ns"));
  });
  return event;
}

}  // namespace jitterscope::trace
