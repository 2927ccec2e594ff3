#pragma once
// How the values of an event kind are described, for whoever writes, reads or exports them: one row an event.
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>

namespace jitterscope::trace {

/// The schema version that brought the event's table. A table keeps its columns; a later version may add some
/// (added_in). A reader reads all versions up to its own.
template <typename Event>
inline constexpr std::int32_t kSince = 1;

/// The schema version from which on rows of the event's table are kept as differences (core/record/trace/second.h).
template <typename Event>
inline constexpr std::int32_t kCompactSince = std::numeric_limits<std::int32_t>::max();

/// It holds until another one says otherwise, or is shown of the whole call: read from a trace's begin, where of all
/// else only the end is.
template <typename Event>
inline constexpr bool kHolds = false;

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
  std::int32_t since = 1;
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

/// One element of a member that is an array; all its elements have columns.
template <typename Event, typename Element, std::size_t N>
struct ElementColumn {
  using Value = Element;
  std::string_view name;
  std::array<Element, N> Event::*member;
  std::size_t index;
  std::string_view meaning;
  std::int32_t since = 1;
  BySecond by_second = BySecond::kNothing;
  constexpr ElementColumn added_in(std::int32_t schema) const requires kIsOptional<Element> {
    return {name, member, index, meaning, schema};
  }
  Value& of(Event& event) const { return (event.*member)[index]; }
  const Value& of(const Event& event) const { return (event.*member)[index]; }
};

/// Specialised for each event: `name`, `local` (its main stamp), `conference` (its own conference stamp, or nullptr
/// where that is computed from the offset), `meaning`, and `columns()`, a template so that it costs only who calls it.
template <typename Event>
struct Table;

/// The event's own columns.
template <typename Event>
inline constexpr auto kColumns = Table<Event>::columns();

template <typename... Columns>
constexpr auto columns(Columns... list) {
  return std::tuple<Columns...>(list...);
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
