#pragma once
// The tables of a trace as data: what the descriptions of the kinds (core/events/columns.h) say, for whoever treats all
// kinds alike. Built once, in table.cpp alone.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/units/time.h"
#include "core/events/columns.h"
#include "core/events/event.h"

namespace jitterscope::trace {

/// A form says what a member holds. A single is a float; a word is an enumerator.
enum class Form : std::uint8_t { kTruth, kByte, kWhole, kTimestamp, kDuration, kReal, kSingle, kWord, kText };

/// A member's value. Times are whole ns; a single is the double with its digits (0.2, not 0.20000000298).
struct Value {
  enum class Kind : std::uint8_t { kAbsent, kWhole, kReal, kText };
  Kind kind = Kind::kAbsent;
  std::int64_t whole = 0;  // of a word's text: the enumerator's number
  double real = 0;
  std::string_view text = {};  // as long as what it was taken from

  static Value of(std::int64_t number) { return {Kind::kWhole, number}; }
  static Value of(std::optional<std::int64_t> number) { return number ? of(*number) : Value{}; }
  static Value of_real(std::optional<double> number) { return number ? Value{Kind::kReal, 0, *number} : Value{}; }
  static Value of_text(std::string_view text, std::int64_t number = 0) { return {Kind::kText, number, 0, text}; }
  bool is_absent() const { return kind == Kind::kAbsent; }
};

/// It says how the members of one type are read and written.
struct MemberType {
  Form form;
  bool optional;
  Value (*get)(const void* member);
  /// The value is absent or of the member's form; a word by its number. False: the member cannot hold the number.
  bool (*set)(void* member, const Value& value);
  /// Does what set() does with a number that is there; the member is neither real nor text.
  bool (*set_whole)(void* member, std::int64_t number);
  std::string_view (*word)(std::int64_t number);  // of words: "unknown" where there is none

  bool is_text() const { return form == Form::kText || form == Form::kWord; }
  bool is_real() const { return form == Form::kReal || form == Form::kSingle; }
  bool is_time() const { return form == Form::kTimestamp || form == Form::kDuration; }
};

inline Value Column::get(const void* of) const {
  return type->get(static_cast<const std::byte*>(of) + offset);
}
inline bool Column::set(void* of, const Value& value) const {
  return type->set(static_cast<std::byte*>(of) + offset, value);
}

/// It describes the rows of one kind of event.
struct EventTable {
  std::string_view name, meaning;
  std::int32_t since;
  bool holds, compact;
  Column local;                      // the main stamp
  std::optional<Column> conference;  // its own stamp of the conference clock
  Columns columns;
  Event empty;  // an event of the kind of which nothing is said
};

/// The tables of all kinds stand in the order of the kinds.
const std::vector<EventTable>& event_tables();
inline const EventTable& table_of(const Event& event) {
  return event_tables()[event.index()];
}

/// Gives the event's main stamp.
Timestamp local_time(const Event& event);
/// Gives its conference stamp: its own where its kind has one, else by the offset.
std::optional<Timestamp> conference_time(const Event& event, std::optional<Duration> offset);

}  // namespace jitterscope::trace
