#pragma once
// How the values of an event kind are described, for whoever writes, reads or exports them: one row an event.
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace jitterscope::trace {

/// The schema version that brought the event's table; 0: every schema that is read has it. A table keeps its columns; a
/// later version may add some (added_in), whose members are optional. A reader reads its own version and the one
/// before.
template <typename Event>
inline constexpr std::int32_t kSince = 0;

/// Numbers that a column may hold; any others are damage.
struct Range {
  double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
  constexpr bool is_limited() const { return least > Range().least || most < Range().most; }
};

// What a remote says beyond these is refused where it comes in: the trace of the call could not be opened.
inline constexpr double kWidestBoundMs = 1e7;                              // of delays; three hours
inline constexpr double kShortestPeriodMs = 1e-3, kLongestPeriodMs = 1e5;  // of frames or blocks

// What no machine measures lies beyond these: only a damaged trace holds it. They are far wider than what is told.
inline constexpr Range kMeasuredMs{-1e10, 1e10};         // a difference of times in one call; four months
inline constexpr Range kSpreadMs{0, 1e10};               // a time that has no sign
inline constexpr Range kClockDifferenceMs{-2e12, 2e12};  // of clocks that count since any year; 63 years
inline constexpr Range kPpm{-1e6, 1e6};
inline constexpr Range kRateKbps{0, 1e12};
inline constexpr Range kShare{0, 1};
inline constexpr Range kClockRateHz{1, 1e9};  // of RTP timestamps
inline constexpr Range kPeriodMs{kShortestPeriodMs, kLongestPeriodMs};

/// What the row's second of its stream says of a column of a compact table: nothing, all, or what the row's value is a
/// difference to.
enum class BySecond : std::uint8_t { kNothing, kSaid, kBase };

struct MemberType;
struct Value;

/// A column is one member of a struct, or one element of a member that is an array. In a trace of a schema before
/// `since` it is not there, and its member absent.
struct Column {
  std::string_view name, meaning;
  const MemberType* type;  // what core/events/table.h says of it
  std::size_t offset;      // in the struct, bytes
  std::int32_t since = 0;
  Range range = {};
  BySecond by_second = BySecond::kNothing;
  bool conference = false;  // a time of the conference clock
  std::size_t element = 0;  // of an array

  /// A column that its table did not have before this schema.
  Column added_in(std::int32_t schema) const {
    Column column = *this;
    column.since = schema;
    return column;
  }
  Column within(Range numbers) const {
    Column column = *this;
    column.range = numbers;
    return column;
  }
  Column by(BySecond what) const {
    Column column = *this;
    column.by_second = what;
    return column;
  }
  Value get(const void* of) const;
  bool set(void* of, const Value& value) const;
};
using Columns = std::vector<Column>;

// Defined in core/events/make_column.h.
template <typename Event, typename Member>
Column column(std::string_view name, Member Event::*member, std::string_view meaning = "");
template <typename Event, typename Element, std::size_t N>
Column element(std::string_view name, std::array<Element, N> Event::*member, std::size_t index,
               std::string_view meaning = "");
template <typename... Each>
Columns columns(const Each&... each) {
  return {each...};
}

/// Specialised for each event: `name`, `local` (its main stamp), `conference` (its own conference stamp, where that is
/// not computed from the offset), `meaning`, `columns()`, a template so that it costs only who calls it, and where they
/// are true `holds`, it holds until another one says otherwise, or is shown of the whole call: read from a trace's
/// begin, where of all else only the end is; and `compact`: rows are kept as differences
/// (core/record/trace/second.h), since schema 9.
template <typename Event>
struct Table;

}  // namespace jitterscope::trace
