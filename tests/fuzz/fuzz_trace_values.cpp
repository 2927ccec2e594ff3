// A .jscope file with other values in its tables: {table, column, row, kind of value, value}, as often as it goes.
// First byte: what is done with it.
#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/trace_readings.h"

using namespace jitterscope;

namespace {

struct TableName {
  std::string name;
  std::vector<std::string> columns;
};

std::vector<TableName> tables_of(const std::string& path) {
  const SQLite::Database db(path);
  std::vector<TableName> tables;
  SQLite::Statement names(db, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
  while (names.executeStep()) {
    TableName table{names.getColumn(0).getString(), {}};
    SQLite::Statement columns(db, "SELECT name FROM pragma_table_info('" + table.name + "')");
    while (columns.executeStep()) table.columns.push_back(columns.getColumn(0).getString());
    tables.push_back(std::move(table));
  }
  return tables;
}

void bind(SQLite::Statement& statement, std::uint8_t kind, Pieces& input) {
  constexpr std::int64_t kNumbers[] = {0, -1, INT64_MAX, INT64_MIN, 1LL << 31, 1LL << 48, 1LL << 61, 65'536};
  constexpr double kReals[] = {0, -1, 1e308, -1e308, 1e-308, 1e18, 0.5, 1e9};
  switch (kind % 6) {
    case 0: statement.bind(1, static_cast<std::int64_t>(input.number())); break;
    case 1: statement.bind(1, kNumbers[input.byte() % std::size(kNumbers)]); break;
    case 2: statement.bind(1, kReals[input.byte() % std::size(kReals)]); break;
    case 3: statement.bind(1, static_cast<std::int64_t>(static_cast<std::int16_t>(input.word()))); break;
    case 4: {
      const auto bytes = input.bytes(input.byte());
      statement.bind(1, std::string(bytes.begin(), bytes.end()));
      break;
    }
    default: statement.bind(1);
  }
}

/// A row that the table's own rules do not let in stays as it is.
void change(const std::string& path, const std::vector<TableName>& tables, Pieces& input) {
  SQLite::Database db(path, SQLite::OPEN_READWRITE);
  db.exec("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN");
  while (!input.empty()) {
    const TableName& table = tables[input.byte() % tables.size()];
    const std::string& column = table.columns[input.byte() % table.columns.size()];
    const int row = input.byte();
    const std::uint8_t kind = input.byte();
    SQLite::Statement update(db, "UPDATE OR IGNORE " + table.name + " SET " + column + " = ? WHERE " +
                                     (row == 255 ? "1"
                                                 : "rowid IN (SELECT rowid FROM " + table.name + " LIMIT 1 OFFSET " +
                                                       std::to_string(row % 16) + ")"));
    bind(update, kind, input);
    try {
      update.exec();
    } catch (const SQLite::Exception&) {}
  }
  db.exec("COMMIT");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const FuzzInput valid = fuzz_trace::valid_trace();
  static const ScratchFile file("input.jscope");
  file.write(valid);
  static const std::vector<TableName> tables = tables_of(file.path());
  Pieces input(data, std::min<std::size_t>(size, 400));
  const std::uint8_t choice = input.byte();
  change(file.path(), tables, input);
  fuzz_trace::read_all(file.path(), choice);
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  std::vector<FuzzInput> seeds;
  for (std::uint8_t what = 0; what < 4; ++what)
    for (std::uint8_t table = 0; table < 40; table = static_cast<std::uint8_t>(table + 4))
      seeds.push_back(
          {what, table, 1, 0, 3, 0, 9, table, 5, 255, 1, 2, static_cast<std::uint8_t>(table + 1), 3, 2, 2, 5});
  return seeds;
}
