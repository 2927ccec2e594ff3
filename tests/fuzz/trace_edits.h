#pragma once
// Edits of a .jscope file row by row, as bytes say: what a stranger or a broken disk might have made of a valid one.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz.h"

namespace jitterscope::fuzz_trace {

struct TableName {
  std::string name;
  std::vector<std::string> columns;
};

inline std::vector<TableName> tables_of(const std::string& path) {
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

/// From now on the file's tables let in what they did not: NULL.
inline void allow_null(const std::string& path) {
  SQLite::Database db(path, SQLite::OPEN_READWRITE);
  db.exec("PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')");
}

class TraceEdits {
 public:
  /// Of a file that has these tables.
  TraceEdits(const std::string& path, const std::vector<TableName>& tables)
      : db_(path, SQLite::OPEN_READWRITE), tables_(tables) {
    db_.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
  }
  ~TraceEdits() { attempt("COMMIT"); }
  TraceEdits(const TraceEdits&) = delete;
  TraceEdits& operator=(const TraceEdits&) = delete;

  /// A row that the table's own rules do not let in stays as it is.
  /// A mild edit leaves a trace that is more often read to its end: no other types of values, no tables less.
  void edit(Pieces& input, bool mild = false) {
    const TableName& table = tables_[input.byte() % tables_.size()];
    const std::string& column = table.columns[input.byte() % table.columns.size()];
    const std::string row = row_of(table, input.byte());
    const std::uint8_t what = input.byte();
    switch (mild ? std::max<std::uint8_t>(what, 3) : what) {
      case 0: return attempt("DROP TABLE " + table.name);
      case 1: return attempt("ALTER TABLE " + table.name + " DROP COLUMN " + column);
      case 2: return attempt("DELETE FROM " + table.name);
      default:
        if (what < 16) return attempt("DELETE FROM " + table.name + row);
        if (what < 32) return duplicate(table, row, what == 16 ? 5000 : 1 + what % 4);
        if (what < 48) return swap(table, row, row_of(table, input.byte()));
        set(table.name, column, what < 64 ? std::string() : row, mild, input);
    }
  }

 private:
  static std::string row_of(const TableName& table, std::uint8_t number) {
    return fmt::format(" WHERE rowid = (SELECT rowid FROM {0} LIMIT 1 OFFSET {1} % max(1, (SELECT count(*) FROM {0})))",
                       table.name, number);
  }
  void attempt(const std::string& sql) {
    try {
      db_.exec(sql);
    } catch (const SQLite::Exception&) {}
  }
  void duplicate(const TableName& table, const std::string& row, int times) {
    std::string values;
    for (const std::string& column : table.columns)
      values +=
          (values.empty() ? "" : ", ") + (column == "id" ? "n.x + (SELECT max(id) FROM " + table.name + ")" : column);
    attempt(
        fmt::format("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT {}) INSERT OR IGNORE INTO {} "
                    "SELECT {} FROM n, (SELECT * FROM {}{})",
                    times, table.name, values, table.name, row));
  }
  /// Two rows change places in the log.
  void swap(const TableName& table, const std::string& one, const std::string& other) {
    attempt(fmt::format(
        "CREATE TEMP TABLE places AS SELECT (SELECT rowid FROM {0}{1}) AS a, (SELECT rowid FROM {0}{2}) AS b",
        table.name, one, other));
    for (const char* move : {"-99 WHERE rowid = (SELECT a", "(SELECT a FROM places) WHERE rowid = (SELECT b",
                             "(SELECT b FROM places) WHERE rowid = -99 AND (SELECT 1"})
      attempt(fmt::format("UPDATE {} SET rowid = {} FROM places)", table.name, move));
    attempt("DROP TABLE places");
  }
  void set(const std::string& table, const std::string& column, const std::string& row, bool mild, Pieces& input) {
    constexpr std::int64_t kYears = std::int64_t{1} << 60, kMost = (std::int64_t{1} << 62) - 1,
                           kHour = 3'600'000'000'000;
    constexpr std::int64_t kNumbers[] = {0,         -1,        1,         255,        65'536,    1'000'000,
                                         1LL << 31, 1LL << 32, kYears,    -kYears,    kMost,     -kMost,
                                         INT64_MAX, INT64_MIN, 1LL << 53, kYears - 1, kHour,     30 * kHour,
                                         -kHour,    1LL << 40, 1LL << 48, 1LL << 59,  1LL << 61, -(1LL << 40)};
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr double kReals[] = {0,   -1,   1e308, -1e308,    1e-308,     1e18,
                                 0.5, 1e9,  1e10,  kInfinity, -kInfinity, 1e-3,
                                 1e5, 1,    1e7,   1e12,      2e12,       -2e12,
                                 1e6, -1e6, 1e-9,  -1e10,     60'000,     std::numeric_limits<double>::quiet_NaN()};
    const char* kOfOld[] = {"{0} + 1",           "{0} - 1",           "-{0}",
                            "{0} * 2",           "{0} * 1000",        "{0} / 1000",
                            "{0} + {0} / 2",     "{0} + 1000000000",  "{0} * 1000000",
                            "{0} - 1000000000",  "{0} + 60000000000", "{0} * 0",
                            "CAST({0} AS TEXT)", "CAST({0} AS REAL)", "CAST({0} AS BLOB)",
                            "{0} + 1e-9"};
    constexpr int kKinds = 8, kMildKinds = 2, kMildOnes = 12;
    const int kind = input.byte() % (mild ? kMildKinds : kKinds);
    const std::uint8_t which = input.byte();
    std::string value = "?";
    if (kind == 0) value = fmt::format(fmt::runtime(kOfOld[which % (mild ? kMildOnes : std::size(kOfOld))]), column);
    if (kind == 1)  // what another row has
      value = fmt::format("(SELECT {0} FROM {1} LIMIT 1 OFFSET {2})", column, table, which % 32);
    try {
      SQLite::Statement update(db_, fmt::format("UPDATE OR IGNORE {} SET {} = {}{}", table, column, value, row));
      switch (kind) {
        case 0:
        case 1: break;
        case 2: update.bind(1, kNumbers[which % std::size(kNumbers)]); break;
        case 3: update.bind(1, kReals[which % std::size(kReals)]); break;
        case 4: update.bind(1, static_cast<std::int64_t>(input.number())); break;
        case 5: update.bind(1, static_cast<std::int64_t>(static_cast<std::int16_t>(input.word()))); break;
        case 6: bind_bytes(update, which, input); break;
        default: update.bind(1);
      }
      update.exec();
    } catch (const SQLite::Exception&) {}
  }
  static void bind_bytes(SQLite::Statement& update, std::uint8_t which, Pieces& input) {
    if (which % 8 == 0) return update.bind(1, std::string(100'000, 'x'));
    if (which % 8 == 1) return update.bind(1, std::string("one\ntwo\r\x1B[2J\x01\xFF\xE2\x80\xA8", 16));
    const auto bytes = input.bytes(which % 64);
    if (which % 8 == 2) return update.bind(1, bytes.data(), static_cast<int>(bytes.size()));
    update.bind(1, std::string(bytes.begin(), bytes.end()));
  }

  SQLite::Database db_;
  const std::vector<TableName>& tables_;
};

}  // namespace jitterscope::fuzz_trace
