#pragma once
// Rows of the compact tables: events of the kinds of which a trace has the most, as differences to a row of the table
// `second` and within the row. Columns have the names of the documented ones, which a view of them gives. Used by the
// recorder and the reader only.
#include "core/record/trace/row_codec.h"
#include "core/record/trace/second.h"

namespace jitterscope::trace {

template <typename E>
constexpr bool is_compact(std::int32_t schema) {
  return kCompact<E> && schema >= kSecondSince;
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
  kBits,                    // nothing: truth values and small numbers lie together in the column `bits`
  kItself
};
template <typename Column>
constexpr Held held(const Column& column) {
  using Value = typename Column::Value;
  if (column.by_second == BySecond::kSaid) return Held::kNothing;
  if (column.by_second == BySecond::kBase) return Held::kDifferenceToSecond;
  if (std::is_same_v<Value, bool> || std::is_same_v<Value, std::uint8_t>) return Held::kBits;
  if constexpr (kIsTimestamp<Value>)
    return column.name.ends_with("_conference_ns") ? Held::kDifferenceToConference : Held::kDifferenceToLocal;
  else
    return std::is_enum_v<Value> ? Held::kNumber : Held::kItself;
}

/// What lies in tables of a schema stays: a column that comes later needs a place of its own, which nobody has needed
/// yet.
template <typename E>
constexpr bool can_be_compact() {
  bool can = true;
  int numbers = 5;
  const auto look = [&](const auto& column) {
    using Value = typename std::remove_cvref_t<decltype(column)>::Value;
    can = can && column.since <= kSecondSince && (kIsInteger<Value> || std::is_enum_v<Value>);
    ++numbers;
  };
  for_each_of(kColumns<E>, look);
  return can && numbers <= static_cast<int>(std::tuple_size_v<RowNumbers>);
}

/// Calls visit(column) for each column of its own that the compact table has.
template <typename E, typename Visit>
void for_each_held_column(Visit visit) {
  for_each_column<E>([&](const auto& column) {
    if (held(column) != Held::kNothing && held(column) != Held::kBits) visit(column);
  });
}

/// How many bits of the column `bits` are of the event's columns before that number; of all: whether there is one.
template <typename E>
constexpr int bits_before(std::size_t number) {
  int bits = 0;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto add = [&](std::size_t i, const auto& column) {
      using Value = typename std::remove_cvref_t<decltype(column)>::Value;
      if (i < number && held(column) == Held::kBits) bits += std::is_same_v<Value, bool> ? 1 : 8;
    };
    (add(I, std::get<I>(kColumns<E>)), ...);
  }
  (std::make_index_sequence<kColumnCount<E>>());
  return bits;
}
template <typename E>
inline constexpr bool kHasBits = bits_before<E>(kColumnCount<E>) > 0;
/// Of a value in the column `bits`.
template <typename T>
inline constexpr std::int64_t kBitMask = std::is_same_v<T, bool> ? 1 : 255;

/// What each compact table begins with.
template <typename E>
std::vector<std::string> first_columns() {
  std::vector<std::string> names{"id", "second", "local_ns", "conference_ns"};
  if (kHasBits<E>) names.emplace_back("bits");
  return names;
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
  std::string marks;
  for (std::size_t i = 0; i < first_columns<E>().size(); ++i) marks += marks.empty() ? "?" : ", ?";
  for_each_held_column<E>([&](const auto&) { marks += ", ?"; });
  return "INSERT INTO " + base_table<E>() + " VALUES (" + marks + ")";
}
/// All columns of the rows with those ids.
template <typename E>
ForeignRows compact_rows(ForeignDatabase& db, const Ids& ids) {
  static_assert(can_be_compact<E>());
  std::string columns;
  for (const std::string& name : first_columns<E>()) columns += (columns.empty() ? "" : ", ") + name;
  for_each_held_column<E>([&](const auto& column) { columns.append(", ").append(column.name); });
  return ForeignRows::numbers(db, columns, "FROM " + base_table<E>() + of_ids(ids));
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
  if constexpr (kHasBits<E>) {
    std::int64_t bits = 0;
    for_each_column_number<E>([&]<std::size_t I>() {
      constexpr const auto& column = std::get<I>(kColumns<E>);
      if constexpr (held(column) == Held::kBits)
        bits |= static_cast<std::int64_t>(column.of(event)) << bits_before<E>(I);
    });
    bind_value(statement, ++index, bits);
  }
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

/// Of the columns that a second says.
template <typename T>
T said(const Second& second) {
  if constexpr (std::is_same_v<T, Medium>)
    return second.medium;
  else
    return second.ssrc;
}

/// Of a row of compact_rows<E>(); `seconds` as read_seconds() gives them.
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
  if constexpr (kHasConference<E>) {
    if (from_conference) event.*Table<E>::conference = Timestamp::ns(conference);
    check_reach(event.*Table<E>::conference, true);
  }
  int index = 3;
  std::int64_t bits = 0;
  if constexpr (kHasBits<E>) bits = read<std::int64_t>(row.cell(++index));
  for_each_column_number<E>([&]<std::size_t I>() {
    constexpr const auto& column = std::get<I>(kColumns<E>);
    constexpr Held kHeld = held(column);
    using Value = typename std::remove_cvref_t<decltype(column)>::Value;
    Value& value = column.of(event);
    if constexpr (kHeld == Held::kNothing) {
      if (!second.direction) throw DamagedRow("a packet of no stream");
      value = said<Value>(second);
    } else if constexpr (kHeld == Held::kBits) {
      value = static_cast<Value>(bits >> bits_before<E>(I) & kBitMask<Value>);
    } else if constexpr (kHeld == Held::kNumber) {
      value = enum_of<Value>(read<std::int64_t>(row.cell(++index)));
    } else if constexpr (kHeld == Held::kItself) {
      value = read<Value>(row.cell(++index));
    } else {
      const std::int64_t base = kHeld == Held::kDifferenceToSecond  ? second.base(column.name)
                                : kHeld == Held::kDifferenceToLocal ? local
                                                                    : conference;
      const auto from_base = read<std::optional<std::int64_t>>(row.cell(++index));
      if (!from_base && !kIsOptional<Value>) throw DamagedRow("a value that should be an integer");
      if (from_base) value = integer_of<Value>(sum(base, *from_base));
    }
    check_column<E, I>(event);
  });
  if (bits >> bits_before<E>(kColumnCount<E>)) throw DamagedRow("a number out of range");
  return event;
}

}  // namespace jitterscope::trace
