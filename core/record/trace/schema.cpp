#include "core/record/trace/schema.h"

#include "core/record/trace/row_codec.h"

namespace jitterscope::trace {
namespace {

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

constexpr std::string_view kFixedTables =
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);\n"
    "CREATE TABLE stream (ssrc INTEGER NOT NULL, medium TEXT NOT NULL, direction TEXT NOT NULL,"
    " payload_type INTEGER NOT NULL, nominal_period_ms REAL, clock_rate_hz REAL, delay_uncertainty_ms REAL,"
    " playout_added_ms REAL NOT NULL, local_address TEXT NOT NULL, local_port INTEGER NOT NULL,"
    " remote_address TEXT NOT NULL, remote_port INTEGER NOT NULL);\n";

constexpr std::string_view kFixedTablesDescription =
    "`PRAGMA application_id` is 0x4A534350 (\"JSCP\"), `PRAGMA user_version` the schema version.\n\n"
    "- `meta` (`key`, `value`, text): `schema_version`, `program_version`, `host`, `settings` (JSON),"
    " `conference_offset_ns` (conference clock − local clock), `realtime_offset_ns` (real time since 1970 − local"
    " clock), `call_began_ns` (local; zero of the seconds in views), `call_ended_ns` (local; where views of the whole "
    "call end), `clock_synchronised` (1: both ends share the conference clock), `participant_0` (this end's random "
    "identity),"
    " `participant_1` (the remote's; in both ends' traces the same two). An unknown value is NULL.\n"
    "- `stream`: one row an SSRC and direction (`sent`, `received`): `ssrc`, `medium`, `direction`, `payload_type`,"
    " `nominal_period_ms`, `clock_rate_hz`, `delay_uncertainty_ms`, `playout_added_ms`, `local_address`, `local_port`,"
    " `remote_address`, `remote_port` (empty or 0: unknown).\n\n"
    "Every event table begins with `id` (position in the log, over all tables), `local_ns` (its main time on this"
    " machine's monotonic clock) and `conference_ns` (the same on the conference clock, NULL where unknown). Columns"
    " ending in `_ns` are local monotonic stamps or durations in ns, in `_conference_ns` stamps on the conference "
    "clock;"
    " truth values are 0 and 1; sequence, frame and timestamp counters are extended over wrap-around.\n";

template <typename E>
std::string create_statement() {
  std::string sql = "CREATE TABLE " + std::string(Table<E>::name) +
                    " (id INTEGER PRIMARY KEY, local_ns INTEGER NOT NULL, conference_ns INTEGER";
  for_each_column<E>([&](const auto& column) {
    using Member = typename std::remove_cvref_t<decltype(column)>::Value;
    sql.append(", ").append(column.name).append(" ").append(sql_type<Member>());
    if (!kIsOptional<Member>) sql += " NOT NULL";
  });
  return sql + ");\n";
}

template <typename E>
std::string describe_table() {
  std::string text = "\n## `" + std::string(Table<E>::name) + "`: " + std::string(Table<E>::meaning) + "\n\n";
  text += "| column | type | meaning |\n|---|---|---|\n";
  for_each_column<E>([&](const auto& column) {
    using Member = typename std::remove_cvref_t<decltype(column)>::Value;
    text.append("| `").append(column.name).append("` | ").append(sql_type<Member>());
    text.append(kIsOptional<Member> ? " or NULL | " : " | ").append(column.meaning);
    if (column.since > kSince<E>) text += " (since schema " + std::to_string(column.since) + "; NULL before)";
    text += " |\n";
  });
  return text;
}

}  // namespace

std::string create_statements() {
  std::string sql(kFixedTables);
  for_each_event_type([&]<typename E>() { sql += create_statement<E>(); });
  return sql;
}

std::string describe_schema() {
  std::string text(kFixedTablesDescription);
  for_each_event_type([&]<typename E>() { text += describe_table<E>(); });
  return text;
}

}  // namespace jitterscope::trace
