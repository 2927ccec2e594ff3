#pragma once
// Events and streams to and from table rows, by the tables' columns (core/events/table.h). Used by the recorder and the
// reader only.
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/events/table.h"
#include "core/record/trace/cell.h"

namespace jitterscope::trace {

class ForeignRows;

/// A row that no recorder of this version writes. Never leaves core/record/trace.
struct DamagedRow : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// More rows than whoever reads has memory for. Likewise.
struct TooMuch {};

/// As a column is declared, but for NULL.
std::string_view sql_type(const MemberType&);

/// The enumerator's number. Throws DamagedRow.
std::int64_t number_of_word(const MemberType&, std::string_view word);
/// What the cell holds, as a member of this type takes it. Throws DamagedRow unless it is of the type's form.
Value read(const Cell&, const MemberType&);

// Sums and differences of a few values that pass fit 64 bits. Times, in ns: 36 years of local clocks and durations; of
// the conference clock, which counts since 1970, until 2116. Numbers: any two may be subtracted. They throw DamagedRow.
inline constexpr std::int64_t kBeyond = std::int64_t{1} << 62;
inline constexpr Range kAnyReal{-1e15, 1e15};  // of a column without a range of its own
void check_time(std::int64_t ns, bool conference);
void check_range(double number, Range);
/// Of a value that is the column's, or absent.
void check(const Column&, const Value&);
/// Throws where reading the event's row would.
void check(const Event&);

/// Puts the value into the column's member and throws DamagedRow where it cannot be that.
void put(void* of, const Column&, const Value&);
/// Does what put() does with a number that is there; the member is neither real nor text.
void put_whole(void* of, const Column&, std::int64_t number);

void bind(SQLite::Statement&, int index, const Value&);

/// Of rows: from the first on, those before the second.
struct Ids {
  std::int64_t first = 0, end = INT64_MAX;
};
/// " WHERE id >= … AND id < … ORDER BY id".
std::string of_ids(const Ids&);

/// "INSERT INTO name VALUES (?, ?, …)".
std::string insert_statement(const EventTable&, std::int32_t schema);
/// "SELECT id, local_ns, conference_ns, … FROM name … ORDER BY id": every column; NULL for one that a trace of this
/// schema does not have.
std::string select_statement(const EventTable&, std::int32_t schema, const Ids& = {});

/// `conference`: as conference_time() has it.
void bind_row(SQLite::Statement&, std::int64_t id, const Event&, std::optional<Timestamp> conference,
              std::int32_t schema);
/// Of a row of select_statement(table, …).
Event read_row(const ForeignRows&, const EventTable&);

}  // namespace jitterscope::trace
