#pragma once
// The tables of a .jscope file, one an event kind, described with it (core/events/kinds): the writer, the reader, the
// JSON export and the reference text are all made from these columns. Every table begins with id, local_ns and
// conference_ns; then come the columns listed; each table and column says since which schema it exists. Durations and
// local stamps are integer ns and end in _ns; stamps on the conference clock end in _conference_ns; enums are stored as
// their words; an absent value is NULL.
// Kinds with kCompactSince are kept otherwise (compact_rows.h), and views give these columns.
#include <string>

#include "core/events/events.h"

namespace jitterscope::trace {

/// Stored in `PRAGMA application_id` ("JSCP") and `PRAGMA user_version`.
inline constexpr std::int32_t kApplicationId = 0x4A534350;
inline constexpr std::int32_t kSchemaVersion = 9;

/// `CREATE TABLE` and `CREATE VIEW` statements of a whole trace of this schema: kSchemaVersion or the one before.
std::string create_statements(std::int32_t schema = kSchemaVersion);
/// The tables and columns as Markdown, as resources/reference/trace.md has them.
std::string describe_schema();

}  // namespace jitterscope::trace
