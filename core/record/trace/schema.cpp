#include "core/record/trace/schema.h"

#include "core/record/trace/compact_rows.h"

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

constexpr std::string_view kSecondTable =
    "CREATE TABLE second (id INTEGER PRIMARY KEY, direction TEXT, medium TEXT, ssrc INTEGER, stream INTEGER,"
    " first_row INTEGER NOT NULL, local_ns INTEGER NOT NULL, conference_ns INTEGER, sequence INTEGER NOT NULL,"
    " rtp_timestamp INTEGER NOT NULL, frame INTEGER NOT NULL, packets INTEGER, lost INTEGER, bytes INTEGER,"
    " delay_least_ns INTEGER, delay_mean_ns INTEGER, delay_most_ns INTEGER, spacing_least_ns INTEGER,"
    " spacing_mean_ns INTEGER, spacing_most_ns INTEGER);\n";

template <typename E>
std::string create_statement(std::int32_t schema) {
  std::string sql = "CREATE TABLE " + std::string(Table<E>::name) +
                    " (id INTEGER PRIMARY KEY, local_ns INTEGER NOT NULL, conference_ns INTEGER";
  for_each_column_of<E>(schema, [&](const auto& column) {
    using Member = typename std::remove_cvref_t<decltype(column)>::Value;
    sql.append(", ").append(column.name).append(" ").append(sql_type<Member>());
    if (!kIsOptional<Member>) sql += " NOT NULL";
  });
  return sql + ");\n";
}

template <typename E>
std::string create_compact() {
  std::string sql = "CREATE TABLE " + base_table<E>() + " (";
  for (const std::string& name : first_columns<E>()) {
    if (name != "id") sql += ", ";
    sql += name + (name == "id" ? " INTEGER PRIMARY KEY" : name == "conference_ns" ? " INTEGER" : " INTEGER NOT NULL");
  }
  for_each_held_column<E>([&](const auto& column) {
    using Member = typename std::remove_cvref_t<decltype(column)>::Value;
    sql.append(", ").append(column.name).append(" INTEGER");
    if (!kIsOptional<Member>) sql += " NOT NULL";
  });
  return sql + ");\n";
}

/// CASE r.role WHEN 0 THEN 'audio-send' …
template <typename Enum>
std::string words_of(std::string_view name) {
  std::string sql = "CASE r." + std::string(name);
  for (int i = 0; to_string(static_cast<Enum>(i)) != "unknown"; ++i)
    sql += " WHEN " + std::to_string(i) + " THEN '" + std::string(to_string(static_cast<Enum>(i))) + "'";
  return sql + " END";
}

/// The documented columns of what a compact table holds.
template <typename E>
std::string create_view() {
  const std::string local = "s.local_ns + r.local_ns";
  const std::string expected = local + " + coalesce(s.conference_ns - s.local_ns, 0)";
  std::string sql = "CREATE VIEW " + std::string(Table<E>::name) + " AS SELECT r.id AS id, " + local +
                    " AS local_ns, " + expected + " + r.conference_ns AS conference_ns";
  for_each_column_number<E>([&]<std::size_t I>() {
    constexpr const auto& column = std::get<I>(kColumns<E>);
    using Value = typename std::remove_cvref_t<decltype(column)>::Value;
    const std::string name(column.name);
    sql += ", ";
    switch (held(column)) {
      case Held::kNothing: sql += "s." + name; break;
      case Held::kDifferenceToSecond: sql += "s." + name + " + r." + name; break;
      case Held::kDifferenceToLocal: sql += local + " + r." + name; break;
      case Held::kDifferenceToConference: sql += expected + " + coalesce(r.conference_ns, 0) + r." + name; break;
      case Held::kBits:
        sql += "(r.bits >> " + std::to_string(bits_before<E>(I)) + ") & " + std::to_string(kBitMask<Value>);
        break;
      case Held::kNumber:
        if constexpr (std::is_enum_v<Value>) sql += words_of<Value>(name);
        break;
      case Held::kItself: sql += "r." + name; break;
    }
    sql += " AS " + name;
  });
  return sql + " FROM " + base_table<E>() + " r JOIN second s ON s.id = r.second;\n";
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

std::string create_statements(std::int32_t schema) {
  std::string sql(kFixedTables);
  if (schema >= kSecondSince) sql += kSecondTable;
  for_each_event_type([&]<typename E>() {
    if (kSince < E >> schema) return;
    if constexpr (kHasCompact<E>) {
      if (is_compact<E>(schema)) {
        sql += create_compact<E>() + create_view<E>();
        return;
      }
    }
    sql += create_statement<E>(schema);
  });
  return sql;
}

std::string describe_schema() {
  std::string text(kFixedTablesDescription);
  for_each_event_type([&]<typename E>() { text += describe_table<E>(); });
  return text;
}

}  // namespace jitterscope::trace
