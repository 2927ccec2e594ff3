#pragma once
// Events and streams to and from table rows, generated from the tuples of their columns. Used by the recorder and the
// reader only.
#include <SQLiteCpp/Statement.h>

#include <array>
#include <charconv>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/events/events.h"
#include "core/events/words.h"
#include "core/record/trace/cell.h"
#include "core/record/trace/foreign_database.h"
#include "core/record/trace/schema.h"

namespace jitterscope::trace {

/// A row that no recorder of this version writes. Never leaves core/record/trace.
struct DamagedRow : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// More rows than whoever reads has memory for. Likewise.
struct TooMuch {};

template <typename T>
inline constexpr bool kIsText = std::is_same_v<T, std::string>;
template <std::size_t N>
inline constexpr bool kIsText<ShortText<N>> = true;
inline std::string_view view_of(const std::string& text) {
  return text;
}
template <std::size_t N>
std::string_view view_of(const ShortText<N>& text) {
  return text.view();
}
template <typename T>
inline constexpr bool kIsTime = std::is_same_v<T, Timestamp> || std::is_same_v<T, Duration>;
template <typename T>
inline constexpr bool kIsTimestamp = std::is_same_v<T, Timestamp>;
template <typename T>
inline constexpr bool kIsTimestamp<std::optional<T>> = kIsTimestamp<T>;
template <typename T>
inline constexpr bool kIsInteger = std::is_integral_v<T> || kIsTime<T>;
template <typename T>
inline constexpr bool kIsInteger<std::optional<T>> = kIsInteger<T>;

/// As a column is declared, but for NULL.
template <typename T>
constexpr std::string_view sql_type() {
  if constexpr (kIsOptional<T>)
    return sql_type<typename T::value_type>();
  else if constexpr (kIsText<T> || std::is_enum_v<T>)
    return "TEXT";
  else if constexpr (std::is_floating_point_v<T>)
    return "REAL";
  else
    return "INTEGER";
}

/// The double with the digits of `value`: 0.2, not 0.20000000298.
inline double to_double(float value) {
  std::array<char, 32> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  double read = 0;
  std::from_chars(digits.data(), written.ptr, read);
  return read;
}
inline double to_double(double value) {
  return value;
}

template <typename T>
void bind_value(SQLite::Statement& statement, int index, const T& value) {
  if constexpr (kIsOptional<T>) {
    if (value)
      bind_value(statement, index, *value);
    else
      statement.bind(index);
  } else if constexpr (kIsTime<T>) {
    statement.bind(index, value.ns());
  } else if constexpr (kIsText<T>) {
    statement.bind(index, std::string(view_of(value)));
  } else if constexpr (std::is_enum_v<T>) {
    statement.bindNoCopy(index, to_string(value).data());  // words of names.h are literals
  } else if constexpr (std::is_floating_point_v<T>) {
    statement.bind(index, to_double(value));
  } else {
    statement.bind(index, static_cast<std::int64_t>(value));
  }
}

template <typename Enum>
Enum parse_word(std::string_view word) {
  for (int i = 0; i < 256; ++i) {
    const auto name = to_string(static_cast<Enum>(i));
    if (name == "unknown") break;
    if (name == word) return static_cast<Enum>(i);
  }
  throw DamagedRow("a word that is not known there");
}

template <typename Enum>
Enum enum_of(std::int64_t number) {
  if (number < 0 || number > 255 || to_string(static_cast<Enum>(number)) == "unknown")
    throw DamagedRow("a word that is not known there");
  return static_cast<Enum>(number);
}

template <typename T>
T integer_of(std::int64_t value) {
  if constexpr (kIsOptional<T>) {
    return integer_of<typename T::value_type>(value);
  } else if constexpr (kIsTime<T>) {
    return T::ns(value);
  } else if constexpr (std::is_same_v<T, bool>) {
    return value != 0;
  } else {
    if (!std::in_range<T>(value)) throw DamagedRow("a number out of range");
    return static_cast<T>(value);
  }
}

template <typename T>
T read(const Cell& cell) {
  if constexpr (kIsOptional<T>) {
    if (cell.is_null()) return std::nullopt;
    return read<typename T::value_type>(cell);
  } else if constexpr (kIsText<T> || std::is_enum_v<T>) {
    if (!cell.is_text()) throw DamagedRow("a value that should be text");
    const std::string_view text = cell.text();
    if constexpr (std::is_enum_v<T>)
      return parse_word<T>(text);
    else
      return T(text);
  } else if constexpr (std::is_floating_point_v<T>) {
    if (!cell.is_number()) throw DamagedRow("a value that should be a number");
    return static_cast<T>(cell.number());
  } else {
    if (!cell.is_integer()) throw DamagedRow("a value that should be an integer");
    return integer_of<T>(cell.integer());
  }
}

/// Of a number that is there.
template <typename T>
void check_range(const T& value, Range range) {
  if constexpr (kIsOptional<T>) {
    if (value) check_range(*value, range);
  } else if constexpr (std::is_arithmetic_v<T>) {
    const auto number = static_cast<double>(value);
    if (!(number >= range.least && number <= range.most)) throw DamagedRow("a number out of range");
  }
}

/// Of a value that is there, so that sums and differences of a few fit 64 bits. Times, in ns: 36 years of local clocks
/// and durations; of the conference clock, which counts since 1970, until 2116. Numbers: any two may be subtracted.
inline constexpr std::int64_t kBeyond = std::int64_t{1} << 62;
template <typename T>
void check_reach(const T& value, bool conference) {
  if constexpr (kIsOptional<T>) {
    if (value) check_reach(*value, conference);
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    if (value <= -kBeyond || value >= kBeyond) throw DamagedRow("a number that cannot be");
  } else if constexpr (kIsTime<T>) {
    const std::int64_t most = std::int64_t{1} << (conference ? 62 : 60), least = -(std::int64_t{1} << 60);
    if (value.ns() < least || value.ns() > most) throw DamagedRow("a time that cannot be");
  }
}

template <typename E>
inline constexpr std::size_t kColumnCount = std::tuple_size_v<std::remove_const_t<decltype(kColumns<E>)>>;

/// Calls visit(column) for each of the event's own columns.
template <typename E, typename Visit>
void for_each_column(Visit visit) {
  for_each_of(kColumns<E>, visit);
}

/// Calls visit.template operator()<I>() for the number of each of them, so that what is said of the column is known to
/// the compiler: for reading, where it is asked millions of times.
template <typename E, typename Visit>
void for_each_column_number(Visit visit) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (visit.template operator()<I>(), ...);
  }
  (std::make_index_sequence<kColumnCount<E>>());
}

/// Of a value as it was read.
template <typename E, std::size_t I>
void check_column(const E& event) {
  constexpr const auto& column = std::get<I>(kColumns<E>);
  if constexpr (requires { column.range; }) {
    constexpr Range any;
    if constexpr (column.range.least != any.least || column.range.most != any.most)
      check_range(column.of(event), column.range);
  }
  constexpr bool conference = column.name.ends_with("_conference_ns");
  check_reach(column.of(event), conference);
}

/// Throws DamagedRow where reading the event's row would.
template <typename E>
void check_event(const E& event) {
  check_reach(event.*Table<E>::local, false);
  if constexpr (kHasConference<E>) check_reach(event.*Table<E>::conference, true);
  for_each_column_number<E>([&]<std::size_t I>() { check_column<E, I>(event); });
}

/// The event's main stamp.
template <typename E>
Timestamp local_time(const E& event) {
  return event.*Table<E>::local;
}

/// The event's conference stamp: its own where it has one, else by the offset.
template <typename E>
std::optional<Timestamp> conference_time(const E& event, std::optional<Duration> offset) {
  if constexpr (kHasConference<E>)
    return event.*Table<E>::conference;
  else
    return offset ? std::optional(event.*Table<E>::local + *offset) : std::nullopt;
}

/// Calls visit(column) for each of the event's own columns that a trace of this schema has.
template <typename E, typename Visit>
void for_each_column_of(std::int32_t schema, Visit visit) {
  for_each_column<E>([&](const auto& column) {
    if (column.since <= schema) visit(column);
  });
}

/// "INSERT INTO name VALUES (?, ?, …)".
template <typename E>
std::string insert_statement(std::int32_t schema) {
  std::string sql = "INSERT INTO " + std::string(Table<E>::name) + " VALUES (?, ?, ?";
  for_each_column_of<E>(schema, [&](const auto&) { sql += ", ?"; });
  return sql + ")";
}

/// Of rows: from the first on, those before the second.
struct Ids {
  std::int64_t first = 0, end = INT64_MAX;
};

/// " WHERE id >= … AND id < … ORDER BY id".
inline std::string of_ids(const Ids& ids) {
  std::string sql;
  const auto add = [&](bool wanted, const char* comparison, std::int64_t id) {
    if (wanted) sql.append(sql.empty() ? " WHERE " : " AND ").append(comparison).append(std::to_string(id));
  };
  add(ids.first > 0, "id >= ", ids.first);
  add(ids.end < INT64_MAX, "id < ", ids.end);
  return sql + " ORDER BY id";
}

/// "SELECT id, local_ns, conference_ns, … FROM name … ORDER BY id": every column; NULL for one that a trace of this
/// schema does not have.
template <typename E>
std::string select_statement(std::int32_t schema, const Ids& ids = {}) {
  std::string sql = "SELECT id, local_ns, conference_ns";
  for_each_column<E>(
      [&](const auto& column) { sql.append(", ").append(column.since > schema ? "NULL" : column.name); });
  return sql + " FROM " + std::string(Table<E>::name) + of_ids(ids);
}

template <typename E>
void bind_row(SQLite::Statement& statement, std::int64_t id, const E& event, std::optional<Timestamp> conference,
              std::int32_t schema) {
  bind_value(statement, 1, id);
  bind_value(statement, 2, event.*Table<E>::local);
  bind_value(statement, 3, conference);
  int index = 3;
  for_each_column_of<E>(schema, [&](const auto& column) { bind_value(statement, ++index, column.of(event)); });
}

/// Of a row of select_statement<E>(…).
template <typename E>
E read_row(const ForeignRows& row) {
  E event;
  event.*Table<E>::local = read<Timestamp>(row.cell(1));
  check_reach(event.*Table<E>::local, false);
  if constexpr (kHasConference<E>) {
    event.*Table<E>::conference = read<std::optional<Timestamp>>(row.cell(2));
    check_reach(event.*Table<E>::conference, true);
  }
  int index = 2;
  for_each_column_number<E>([&]<std::size_t I>() {
    constexpr const auto& column = std::get<I>(kColumns<E>);
    using Value = typename std::remove_cvref_t<decltype(column)>::Value;
    column.of(event) = read<Value>(row.cell(++index));
    check_column<E, I>(event);
  });
  return event;
}

/// Calls visit.template operator()<E>() for each event type, in the order of the Event variant.
template <typename Visit>
void for_each_event_type(Visit visit) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (visit.template operator()<std::variant_alternative_t<I, Event>>(), ...);
  }
  (std::make_index_sequence<std::variant_size_v<Event>>());
}

}  // namespace jitterscope::trace
