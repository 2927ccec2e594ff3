#include "core/record/trace/schema.h"

#include <algorithm>

#include "core/record/trace/compact_rows.h"
#include "core/record/trace/trace_meta.h"

namespace jitterscope::trace {
namespace {

constexpr std::string_view kMetaTable = "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);\n";

constexpr std::string_view kSecondTable =
    "CREATE TABLE second (id INTEGER PRIMARY KEY, direction TEXT, medium TEXT, ssrc INTEGER, stream INTEGER,"
    " first_row INTEGER NOT NULL, local_ns INTEGER NOT NULL, conference_ns INTEGER, sequence INTEGER NOT NULL,"
    " rtp_timestamp INTEGER NOT NULL, frame INTEGER NOT NULL, packets INTEGER, lost INTEGER, bytes INTEGER,"
    " delay_least_ns INTEGER, delay_mean_ns INTEGER, delay_most_ns INTEGER, spacing_least_ns INTEGER,"
    " spacing_mean_ns INTEGER, spacing_most_ns INTEGER);\n";

/// "ssrc INTEGER NOT NULL".
template <typename Column>
std::string declared(const Column& column) {
  using Member = typename Column::Value;
  return std::string(column.name).append(" ").append(sql_type<Member>()) + (kIsOptional<Member> ? "" : " NOT NULL");
}

std::string create_stream_table() {
  std::string columns;
  for_each_of(kStreamColumns, [&](const auto& column) { columns += (columns.empty() ? "" : ", ") + declared(column); });
  return "CREATE TABLE stream (" + columns + ");\n";
}

template <typename E>
std::string create_statement(std::int32_t schema) {
  std::string sql = "CREATE TABLE " + std::string(Table<E>::name) +
                    " (id INTEGER PRIMARY KEY, local_ns INTEGER NOT NULL, conference_ns INTEGER";
  for_each_column_of<E>(schema, [&](const auto& column) { sql += ", " + declared(column); });
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
consteval std::int32_t newest_schema_of() {
  std::int32_t newest = kSince<E>;
  for_each_of(kColumns<E>, [&](const auto& column) { newest = std::max(newest, column.since); });
  return newest;
}
template <typename... E>
struct NewestSchema {
  static constexpr std::int32_t value = std::max({newest_schema_of<E>()...});
};

}  // namespace

constinit const std::int32_t kSchemaVersion = std::max(AllEventKinds<NewestSchema>::value, kSecondSince);
constinit const std::int32_t kOldestSchema = kSchemaVersion - 1;

std::string create_statements(std::int32_t schema) {
  std::string sql = std::string(kMetaTable) + create_stream_table();
  if (schema >= kSecondSince) sql += kSecondTable;
  for_each_event_type([&]<typename E>() {
    if (kSince < E >> schema) return;
    if constexpr (kCompact<E>) {
      if (is_compact<E>(schema)) {
        sql += create_compact<E>() + create_view<E>();
        return;
      }
    }
    sql += create_statement<E>(schema);
  });
  return sql;
}

}  // namespace jitterscope::trace
