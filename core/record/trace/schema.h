#pragma once
// The tables of a .jscope file, one an event kind, described with it (core/events/kinds): the writer, the reader, the
// JSON export and the reference text are all made from these columns. Every table begins with id, local_ns and
// conference_ns; then come the columns listed; each table and column says since which schema it exists. Durations and
// local stamps are integer ns and end in _ns; stamps on the conference clock end in _conference_ns; enums are stored as
// their words; an absent value is NULL.
// Compact kinds are kept otherwise (compact_rows.h), and views give these columns.
#include <cstdint>
#include <string>

namespace jitterscope::trace {

/// Stored in `PRAGMA application_id` ("JSCP") and `PRAGMA user_version`.
inline constexpr std::int32_t kApplicationId = 0x4A534350;
/// Since then there is the table `second`, and compact tables.
inline constexpr std::int32_t kSecondSince = 9;

/// The newest schema that an event kind says of its table or of a column (a test compares).
inline constexpr std::int32_t kSchemaVersion = 11;
/// Traces of this schema and newer ones are read, those of older ones refused.
inline constexpr std::int32_t kOldestSchema = 8;

/// `CREATE TABLE` and `CREATE VIEW` statements of a whole trace of a schema that is read.
std::string create_statements(std::int32_t schema = kSchemaVersion);

}  // namespace jitterscope::trace
