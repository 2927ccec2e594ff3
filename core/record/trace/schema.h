#pragma once
// The tables of a .jscope file, one an event kind, described with it (core/events/kinds): the writer, the reader, the
// JSON export and the reference text are all made from these columns. Every table begins with id, local_ns and
// conference_ns; then come the columns listed; each table and column says since which schema it exists. Durations and
// local stamps are integer ns and end in _ns; stamps on the conference clock end in _conference_ns; enums are stored as
// their words; an absent value is NULL.
// Kinds with kCompactSince are kept otherwise (compact_rows.h), and views give these columns.
#include <algorithm>
#include <limits>
#include <string>

#include "core/events/events.h"

namespace jitterscope::trace {

/// Stored in `PRAGMA application_id` ("JSCP") and `PRAGMA user_version`.
inline constexpr std::int32_t kApplicationId = 0x4A534350;
/// Since then there is the table `second`.
inline constexpr std::int32_t kSecondSince = 9;

/// The newest schema that an event kind says of its table, of a column, or of its rows.
template <typename E>
consteval std::int32_t newest_schema_of() {
  constexpr bool compact = kCompactSince<E> != std::numeric_limits<std::int32_t>::max();
  std::int32_t newest = compact ? std::max(kSince<E>, kCompactSince<E>) : kSince<E>;
  std::apply([&](const auto&... column) { ((newest = std::max(newest, column.since)), ...); }, kColumns<E>);
  return newest;
}
template <typename... E>
struct NewestSchema {
  static constexpr std::int32_t value = std::max({newest_schema_of<E>()...});
};
inline constexpr std::int32_t kSchemaVersion = std::max(AllEventKinds<NewestSchema>::value, kSecondSince);

/// `CREATE TABLE` and `CREATE VIEW` statements of a whole trace of this schema: kSchemaVersion, or for tests from the
/// one before kSecondSince on.
std::string create_statements(std::int32_t schema = kSchemaVersion);
/// The tables and columns as Markdown, as resources/reference/trace.md has them.
std::string describe_schema();

}  // namespace jitterscope::trace
