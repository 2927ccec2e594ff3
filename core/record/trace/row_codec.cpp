#include "core/record/trace/row_codec.h"

#include "core/record/trace/foreign_database.h"

namespace jitterscope::trace {

std::string_view sql_type(const MemberType& type) {
  return type.is_text() ? "TEXT" : type.is_real() ? "REAL" : "INTEGER";
}

std::int64_t number_of_word(const MemberType& type, std::string_view word) {
  for (std::int64_t number = 0;; ++number) {
    const std::string_view known = type.word(number);
    if (known == "unknown") throw DamagedRow("a word that is not known there");
    if (known == word) return number;
  }
}

Value read(const Cell& cell, const MemberType& type) {
  if (cell.is_null() && type.optional) return {};
  if (type.is_text()) {
    if (!cell.is_text()) throw DamagedRow("a value that should be text");
    return type.form == Form::kWord ? Value::of(number_of_word(type, cell.text())) : Value::of_text(cell.text());
  }
  if (type.is_real()) {
    if (!cell.is_number()) throw DamagedRow("a value that should be a number");
    return Value::of_real(cell.number());
  }
  if (!cell.is_integer()) throw DamagedRow("a value that should be an integer");
  return Value::of(cell.integer());
}

void check_time(std::int64_t ns, bool conference) {
  const std::int64_t most = std::int64_t{1} << (conference ? 62 : 60), least = -(std::int64_t{1} << 60);
  if (ns < least || ns > most) throw DamagedRow("a time that cannot be");
}

void check_range(double number, Range range) {
  if (!(number >= range.least && number <= range.most)) throw DamagedRow("a number out of range");
}

/// Checks a number that is there.
inline void check_whole(const Column& column, std::int64_t number) {
  if (column.type->is_time()) return check_time(number, column.conference);
  if (column.range.is_limited()) check_range(static_cast<double>(number), column.range);
  if (column.type->form == Form::kWhole && (number <= -kBeyond || number >= kBeyond))
    throw DamagedRow("a number that cannot be");
}

void check(const Column& column, const Value& value) {
  if (value.is_absent() || column.type->is_text()) return;
  if (!column.type->is_real()) return check_whole(column, value.whole);
  check_range(value.real, column.range.is_limited() ? column.range : kAnyReal);
}

void check(const Event& event) {
  const EventTable& table = table_of(event);
  const auto look = [&](const Column& column) { check(column, column.get(event.data())); };
  look(table.local);
  if (table.conference) look(*table.conference);
  for (const Column& column : table.columns) look(column);
}

void put(void* of, const Column& column, const Value& value) {
  if (!column.set(of, value)) throw DamagedRow("a number out of range");
  check(column, value);
}

void put_whole(void* of, const Column& column, std::int64_t number) {
  if (!column.type->set_whole(static_cast<std::byte*>(of) + column.offset, number))
    throw DamagedRow("a number out of range");
  check_whole(column, number);
}

void bind(SQLite::Statement& statement, int index, const Value& value) {
  switch (value.kind) {
    case Value::Kind::kAbsent: return statement.bind(index);
    case Value::Kind::kWhole: return statement.bind(index, value.whole);
    case Value::Kind::kReal: return statement.bind(index, value.real);
    case Value::Kind::kText: return statement.bind(index, std::string(value.text));
  }
}

std::string of_ids(const Ids& ids) {
  std::string sql;
  const auto add = [&](bool wanted, const char* comparison, std::int64_t id) {
    if (wanted) sql.append(sql.empty() ? " WHERE " : " AND ").append(comparison).append(std::to_string(id));
  };
  add(ids.first > 0, "id >= ", ids.first);
  add(ids.end < INT64_MAX, "id < ", ids.end);
  return sql + " ORDER BY id";
}

std::string insert_statement(const EventTable& table, std::int32_t schema) {
  std::string sql = "INSERT INTO " + std::string(table.name) + " VALUES (?, ?, ?";
  for (const Column& column : table.columns)
    if (column.since <= schema) sql += ", ?";
  return sql + ")";
}

std::string select_statement(const EventTable& table, std::int32_t schema, const Ids& ids) {
  std::string sql = "SELECT id, local_ns, conference_ns";
  for (const Column& column : table.columns) {
    const std::string_view absent = column.type->optional ? "NULL" : "0";
    sql.append(", ").append(column.since > schema ? absent : column.name);
  }
  return sql + " FROM " + std::string(table.name) + of_ids(ids);
}

void bind_row(SQLite::Statement& statement, std::int64_t id, const Event& event, std::optional<Timestamp> conference,
              std::int32_t schema) {
  const EventTable& table = table_of(event);
  statement.bind(1, id);
  bind(statement, 2, table.local.get(event.data()));
  bind(statement, 3, conference ? Value::of(conference->ns()) : Value{});
  int index = 3;
  for (const Column& column : table.columns)
    if (column.since <= schema) bind(statement, ++index, column.get(event.data()));
}

Event read_row(const ForeignRows& row, const EventTable& table) {
  Event event = table.empty;
  const auto take = [&](const Column& column, int index) {
    put(event.data(), column, read(row.cell(index), *column.type));
  };
  take(table.local, 1);
  if (table.conference) take(*table.conference, 2);
  int index = 2;
  for (const Column& column : table.columns) take(column, ++index);
  return event;
}

}  // namespace jitterscope::trace
