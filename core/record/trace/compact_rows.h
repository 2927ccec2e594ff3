#pragma once
// Rows of the compact tables: events of the kinds of which a trace has the most, as differences to a row of the table
// `second` and within the row. Columns have the names of the documented ones, which a view of them gives. Used by the
// recorder and the reader only.
#include <string>
#include <vector>

#include "core/record/trace/foreign_database.h"
#include "core/record/trace/row_codec.h"
#include "core/record/trace/second.h"

namespace jitterscope::trace {

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

struct CompactColumn {
  const Column* column;
  Held held;
  int shift = 0;                         // of kBits: the place in `bits`
  std::int64_t mask = 0;                 // and what it takes there
  std::int64_t Second::*base = nullptr;  // of kDifferenceToSecond
  bool has_own() const { return held != Held::kNothing && held != Held::kBits; }
};

struct CompactTable {
  const EventTable* table;
  std::vector<CompactColumn> columns;
  int bits = 0;  // how many `bits` has; 0: there is no such column
  std::string base() const { return "compact_" + std::string(table->name); }
  /// What the table begins with.
  std::vector<std::string> first_columns() const;
};

/// How rows of this kind (its place in event_tables()) are kept in a trace of this schema; null: plainly.
const CompactTable* compact_table(std::size_t kind, std::int32_t schema);

/// "INSERT INTO compact_name VALUES (?, ?, …)".
std::string insert_compact(const CompactTable&);
/// All columns of the rows with those ids.
ForeignRows compact_rows(ForeignDatabase&, const CompactTable&, const Ids&);

/// `conference`: of the row, as conference_time() has it.
void bind_compact_row(SQLite::Statement&, const CompactTable&, std::int64_t id, const Event&,
                      std::optional<Timestamp> conference, const Second&);
/// Of a row of compact_rows(); `seconds` as read_seconds() gives them.
Event read_compact_row(const ForeignRows&, const CompactTable&, const std::vector<Second>& seconds);

}  // namespace jitterscope::trace
