#include "core/record/trace/compact_rows.h"

#include <array>

#include "core/record/trace/schema.h"

namespace jitterscope::trace {
namespace {

Held held(const Column& column) {
  if (column.by_second == BySecond::kSaid) return Held::kNothing;
  if (column.by_second == BySecond::kBase) return Held::kDifferenceToSecond;
  const Form form = column.type->form;
  if (!column.type->optional && (form == Form::kTruth || form == Form::kByte)) return Held::kBits;
  if (form == Form::kTimestamp) return column.conference ? Held::kDifferenceToConference : Held::kDifferenceToLocal;
  return form == Form::kWord ? Held::kNumber : Held::kItself;
}

CompactTable compacted(const EventTable& table, std::int32_t schema) {
  CompactTable compact{&table, {}};
  for (const Column& column : table.columns) {
    if (column.since > schema) continue;
    CompactColumn& added = compact.columns.emplace_back(CompactColumn{&column, held(column)});
    if (added.held == Held::kDifferenceToSecond)
      added.base = column.name == "sequence" ? &Second::sequence
                   : column.name == "frame"  ? &Second::frame
                                             : &Second::rtp_timestamp;
    if (added.held != Held::kBits) continue;
    const int bits = column.type->form == Form::kTruth ? 1 : 8;
    added.shift = compact.bits;
    added.mask = (std::int64_t{1} << bits) - 1;
    compact.bits += bits;
  }
  return compact;
}

/// Gives the value of a column that a second says.
std::int64_t said(const Second& second, const Column& column) {
  return column.type->form == Form::kWord ? static_cast<std::int64_t>(second.medium) : second.ssrc;
}

std::optional<std::int64_t> number_in(const Value& value) {
  return value.is_absent() ? std::nullopt : std::optional(value.whole);
}

/// The cell holds an integer or NULL.
std::optional<std::int64_t> number_in(const Number& cell) {
  if (cell.type == SQLITE_INTEGER) return cell.value;
  if (cell.type != SQLITE_NULL) throw DamagedRow("a value that should be an integer");
  return std::nullopt;
}
std::int64_t present(std::optional<std::int64_t> number) {
  if (!number) throw DamagedRow("a value that should be an integer");
  return *number;
}

}  // namespace

std::vector<std::string> CompactTable::first_columns() const {
  std::vector<std::string> names{"id", "second", "local_ns", "conference_ns"};
  if (bits > 0) names.emplace_back("bits");
  return names;
}

const CompactTable* compact_table(std::size_t kind, std::int32_t schema) {
  constexpr std::int32_t kSchemas = kSchemaVersion - kSecondSince + 1;
  static const std::array<std::vector<CompactTable>, kSchemas> all = [] {
    std::array<std::vector<CompactTable>, kSchemas> made;
    for (std::int32_t i = 0; i < kSchemas; ++i)
      for (const EventTable& table : event_tables())
        made[static_cast<std::size_t>(i)].push_back(table.compact ? compacted(table, kSecondSince + i)
                                                                  : CompactTable{});
    return made;
  }();
  if (schema < kSecondSince || schema > kSchemaVersion) return nullptr;
  const CompactTable& table = all[static_cast<std::size_t>(schema - kSecondSince)][kind];
  return table.table ? &table : nullptr;
}

std::string insert_compact(const CompactTable& table) {
  std::string marks;
  for (std::size_t i = 0; i < table.first_columns().size(); ++i) marks += marks.empty() ? "?" : ", ?";
  for (const CompactColumn& column : table.columns)
    if (column.has_own()) marks += ", ?";
  return "INSERT INTO " + table.base() + " VALUES (" + marks + ")";
}

ForeignRows compact_rows(ForeignDatabase& db, const CompactTable& table, const Ids& ids) {
  std::string columns;
  for (const std::string& name : table.first_columns()) columns += (columns.empty() ? "" : ", ") + name;
  for (const CompactColumn& column : table.columns)
    if (column.has_own()) columns.append(", ").append(column.column->name);
  return ForeignRows::numbers(db, columns, "FROM " + table.base() + of_ids(ids));
}

void bind_compact_row(SQLite::Statement& statement, const CompactTable& table, std::int64_t id, const Event& event,
                      std::optional<Timestamp> conference, const Second& second) {
  const std::int64_t local = local_time(event).ns();
  const std::int64_t expected = sum(local, second.conference_offset_ns());
  int index = 0;
  const auto put_number = [&](std::int64_t number) { statement.bind(++index, number); };
  const auto put_difference = [&](std::optional<std::int64_t> value, std::int64_t base) {
    bind(statement, ++index, Value::of(value ? std::optional(difference(*value, base)) : std::nullopt));
  };
  put_number(id);
  put_number(second.id);
  put_difference(local, second.local.ns());
  put_difference(conference ? std::optional(conference->ns()) : std::nullopt, expected);
  if (table.bits > 0) {
    std::int64_t bits = 0;
    for (const CompactColumn& column : table.columns)
      if (column.held == Held::kBits) bits |= column.column->get(event.data()).whole << column.shift;
    put_number(bits);
  }
  for (const CompactColumn& column : table.columns) {
    if (!column.has_own()) continue;
    const Value value = column.column->get(event.data());
    switch (column.held) {
      case Held::kDifferenceToSecond: put_difference(number_in(value), second.*column.base); break;
      case Held::kDifferenceToLocal: put_difference(number_in(value), local); break;
      case Held::kDifferenceToConference:
        put_difference(number_in(value), conference ? conference->ns() : expected);
        break;
      case Held::kNumber: put_number(value.whole); break;
      default: bind(statement, ++index, value);
    }
  }
}

Event read_compact_row(const ForeignRows& row, const CompactTable& compact, const std::vector<Second>& seconds) {
  const EventTable& table = *compact.table;
  const std::int64_t id = present(number_in(row.number(1)));
  if (id < 1 || id > static_cast<std::int64_t>(seconds.size())) throw DamagedRow("a row of no second");
  const Second& second = seconds[static_cast<std::size_t>(id - 1)];
  Event event = table.empty;
  const std::int64_t local = sum(second.local.ns(), present(number_in(row.number(2))));
  const std::int64_t expected = sum(local, second.conference_offset_ns());
  const auto from_conference = number_in(row.number(3));
  const std::int64_t conference = from_conference ? sum(expected, *from_conference) : expected;
  const auto take = [&](const Column& column, std::optional<std::int64_t> number) {
    if (number) put_whole(event.data(), column, *number);  // else it is absent in table.empty
  };
  take(table.local, local);
  if (table.conference) take(*table.conference, from_conference ? std::optional(conference) : std::nullopt);
  int index = 3;
  const std::int64_t bits = compact.bits > 0 ? present(number_in(row.number(++index))) : 0;
  for (const CompactColumn& held : compact.columns) {
    const Column& column = *held.column;
    if (held.held == Held::kNothing) {
      if (!second.direction) throw DamagedRow("a packet of no stream");
      take(column, said(second, column));
      continue;
    }
    if (held.held == Held::kBits) {
      take(column, bits >> held.shift & held.mask);
      continue;
    }
    const std::optional<std::int64_t> number = number_in(row.number(++index));
    if (!column.type->optional) present(number);
    std::int64_t base = 0;
    switch (held.held) {
      case Held::kDifferenceToSecond: base = second.*held.base; break;
      case Held::kDifferenceToLocal: base = local; break;
      case Held::kDifferenceToConference: base = conference; break;
      case Held::kNumber:
        if (column.type->word(*number) == "unknown") throw DamagedRow("a word that is not known there");
        break;
      default: break;
    }
    take(column, number ? std::optional(sum(base, *number)) : std::nullopt);
  }
  if (bits >> compact.bits) throw DamagedRow("a number out of range");
  return event;
}

}  // namespace jitterscope::trace
