#pragma once
// How the values of an event kind are described, for whoever writes, reads or exports them: one row an event.
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>

namespace jitterscope::trace {

/// The schema version that brought the event's table; 0: every schema that is read has it. A table keeps its columns; a
/// later version may add some (added_in). A reader reads its own version and the one before.
template <typename Event>
inline constexpr std::int32_t kSince = 0;

template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

/// Numbers that a column may hold; any others are damage.
struct Range {
  double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
};

// What a remote says beyond these is refused where it comes in: the trace of the call could not be opened.
inline constexpr double kWidestBoundMs = 1e7;    // of delays; three hours
inline constexpr double kLongestPeriodMs = 1e5;  // of frames or blocks

/// What the row's second of its stream says of a column of a compact table: nothing, all, or what the row's value is a
/// difference to.
enum class BySecond : std::uint8_t { kNothing, kSaid, kBase };

/// A column is one member of its event, read and written by `of`. In a trace of a schema before `since` it is not
/// there, and its member absent.
template <typename Event, typename Member>
struct Column {
  using Value = Member;
  static constexpr std::size_t index = 0;
  std::string_view name;
  Member Event::*member;
  std::string_view meaning;
  std::int32_t since = 0;
  Range range = {};
  BySecond by_second = BySecond::kNothing;
  /// A column that its table did not have before this schema.
  constexpr Column added_in(std::int32_t schema) const requires kIsOptional<Member> {
    return {name, member, meaning, schema, range, by_second};
  }
  constexpr Column within(Range numbers) const { return {name, member, meaning, since, numbers, by_second}; }
  constexpr Column by(BySecond what) const { return {name, member, meaning, since, range, what}; }
  Value& of(Event& event) const { return event.*member; }
  const Value& of(const Event& event) const { return event.*member; }
};

/// One element of a member that is an array; all its elements have columns, since its table exists.
template <typename Event, typename Element, std::size_t N>
struct ElementColumn {
  using Value = Element;
  std::string_view name;
  std::array<Element, N> Event::*member;
  std::size_t index;
  std::string_view meaning;
  static constexpr std::int32_t since = 0;
  static constexpr BySecond by_second = BySecond::kNothing;
  Value& of(Event& event) const { return (event.*member)[index]; }
  const Value& of(const Event& event) const { return (event.*member)[index]; }
};

/// Specialised for each event: `name`, `local` (its main stamp), `conference` (its own conference stamp, where that is
/// not computed from the offset), `meaning`, `columns()`, a template so that it costs only who calls it, and where they
/// are true `holds` and `compact`.
template <typename Event>
struct Table;

/// It has a conference stamp of its own.
template <typename Event>
inline constexpr bool kHasConference = requires {
  Table<Event>::conference;
};
/// It holds until another one says otherwise, or is shown of the whole call: read from a trace's begin, where of all
/// else only the end is.
template <typename Event>
inline constexpr bool kHolds = requires {
  Table<Event>::holds;
};
/// Rows of its table are kept as differences (core/record/trace/second.h), since schema 9.
template <typename Event>
inline constexpr bool kCompact = requires {
  Table<Event>::compact;
};

/// The event's own columns.
template <typename Event>
inline constexpr auto kColumns = Table<Event>::columns();

template <typename... Columns>
constexpr auto columns(Columns... list) {
  return std::tuple<Columns...>(list...);
}
/// Calls visit(column) for each.
template <typename Columns, typename Visit>
constexpr void for_each_of(const Columns& columns, Visit visit) {
  std::apply([&](const auto&... column) { (visit(column), ...); }, columns);
}
template <typename Event, typename Member>
constexpr auto column(std::string_view name, Member Event::*member, std::string_view meaning = "") {
  return Column<Event, Member>{name, member, meaning};
}
template <typename Event, typename Element, std::size_t N>
constexpr auto element(std::string_view name, std::array<Element, N> Event::*member, std::size_t index,
                       std::string_view meaning = "") {
  return ElementColumn<Event, Element, N>{name, member, index, meaning};
}

}  // namespace jitterscope::trace
