#include "core/record/trace/schema.h"

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
std::string declared(const Column& column) {
  return std::string(column.name).append(" ").append(sql_type(*column.type)) +
         (column.type->optional ? "" : " NOT NULL");
}

std::string create_stream_table() {
  std::string columns;
  for (const Column& column : stream_columns()) columns += (columns.empty() ? "" : ", ") + declared(column);
  return "CREATE TABLE stream (" + columns + ");\n";
}

std::string create_statement(const EventTable& table, std::int32_t schema) {
  std::string sql = "CREATE TABLE " + std::string(table.name) +
                    " (id INTEGER PRIMARY KEY, local_ns INTEGER NOT NULL, conference_ns INTEGER";
  for (const Column& column : table.columns)
    if (column.since <= schema) sql += ", " + declared(column);
  return sql + ");\n";
}

std::string create_compact(const CompactTable& table) {
  std::string sql = "CREATE TABLE " + table.base() + " (";
  for (const std::string& name : table.first_columns()) {
    if (name != "id") sql += ", ";
    sql += name + (name == "id" ? " INTEGER PRIMARY KEY" : name == "conference_ns" ? " INTEGER" : " INTEGER NOT NULL");
  }
  for (const CompactColumn& column : table.columns)
    if (column.has_own())
      sql.append(", ")
          .append(column.column->name)
          .append(column.column->type->optional ? " INTEGER" : " INTEGER NOT NULL");
  return sql + ");\n";
}

/// CASE r.role WHEN 0 THEN 'audio-send' …
std::string words_of(const Column& column) {
  std::string sql = "CASE r." + std::string(column.name);
  for (std::int64_t i = 0; column.type->word(i) != "unknown"; ++i)
    sql += " WHEN " + std::to_string(i) + " THEN '" + std::string(column.type->word(i)) + "'";
  return sql + " END";
}

/// The documented columns of what a compact table holds.
std::string create_view(const CompactTable& table) {
  const std::string local = "s.local_ns + r.local_ns";
  const std::string expected = local + " + coalesce(s.conference_ns - s.local_ns, 0)";
  std::string sql = "CREATE VIEW " + std::string(table.table->name) + " AS SELECT r.id AS id, " + local +
                    " AS local_ns, " + expected + " + r.conference_ns AS conference_ns";
  for (const CompactColumn& column : table.columns) {
    const std::string name(column.column->name);
    sql += ", ";
    switch (column.held) {
      case Held::kNothing: sql += "s." + name; break;
      case Held::kDifferenceToSecond: sql.append("s.").append(name).append(" + r.").append(name); break;
      case Held::kDifferenceToLocal: sql.append(local).append(" + r.").append(name); break;
      case Held::kDifferenceToConference:
        sql.append(expected).append(" + coalesce(r.conference_ns, 0) + r.").append(name);
        break;
      case Held::kBits:
        sql += "(r.bits >> " + std::to_string(column.shift) + ") & " + std::to_string(column.mask);
        break;
      case Held::kNumber: sql += words_of(*column.column); break;
      case Held::kItself: sql += "r." + name; break;
    }
    sql += " AS " + name;
  }
  return sql + " FROM " + table.base() + " r JOIN second s ON s.id = r.second;\n";
}

}  // namespace

std::string create_statements(std::int32_t schema) {
  std::string sql = std::string(kMetaTable) + create_stream_table();
  if (schema >= kSecondSince) sql += kSecondTable;
  for (std::size_t kind = 0; kind < kEventKinds; ++kind) {
    const EventTable& table = event_tables()[kind];
    if (table.since > schema) continue;
    if (const CompactTable* compact = compact_table(kind, schema))
      sql += create_compact(*compact) + create_view(*compact);
    else
      sql += create_statement(table, schema);
  }
  return sql;
}

}  // namespace jitterscope::trace
