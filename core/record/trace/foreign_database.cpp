#include "core/record/trace/foreign_database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>

#include "core/record/trace/row_codec.h"

namespace jitterscope::trace {
namespace {

constexpr int kStepsBetweenLooks = 1000;
constexpr std::int64_t kMostLooks = 100'000;  // without a row: a few seconds
constexpr int kLongestText = 1 << 20, kLongestStatement = 100'000, kMostColumns = 200;

constexpr const char* kTakeNumbers = "take_numbers";

/// (RowNumbers, values…)
void take_numbers(sqlite3_context*, int count, sqlite3_value** values) {
  auto* numbers = count > 0 ? static_cast<RowNumbers*>(sqlite3_value_pointer(values[0], kTakeNumbers)) : nullptr;
  if (!numbers) return;  // a statement of somebody else
  const auto given = std::min(static_cast<std::size_t>(count - 1), numbers->size());
  for (std::size_t i = 0; i < given; ++i) {
    sqlite3_value* value = values[i + 1];
    Number& number = (*numbers)[i];
    number.type = sqlite3_value_type(value);
    number.value = sqlite3_value_int64(value);
  }
}

std::string percent_encoded(const std::string& path) {
  std::string uri;
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#')
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      uri += c;
  }
  return uri;
}

}  // namespace

ForeignDatabase::ForeignDatabase(const std::string& path) {
  try {
    std::error_code code;  // SQLite waits for ever for what is no file
    const auto journal = std::filesystem::symlink_status(path + "-journal", code);
    if (std::filesystem::exists(journal) && !std::filesystem::is_regular_file(journal))
      throw SQLite::Exception("", SQLITE_CANTOPEN);
    db_ = open(path, SQLite::OPEN_READONLY | SQLite::OPEN_NOMUTEX);
    db_->execAndGet("SELECT count(*) FROM sqlite_master");
  } catch (const SQLite::Exception& problem) {
    if (problem.getErrorCode() != SQLITE_CANTOPEN && problem.getErrorCode() != SQLITE_READONLY) throw;
    db_ = open("file:" + percent_encoded(std::filesystem::absolute(path)) + "?immutable=1",
               SQLite::OPEN_READONLY | SQLite::OPEN_URI | SQLite::OPEN_NOMUTEX);
  }
}

ForeignDatabase::ForeignDatabase(Content content) : content_(std::move(content)) {
  constexpr std::size_t kWriteVersionAt = 18, kReadVersionAt = 19;
  std::string& bytes = content_.bytes;
  if (bytes.size() > kReadVersionAt)  // no write-ahead log lies beside it
    bytes[kWriteVersionAt] = bytes[kReadVersionAt] = 1;
  db_ = open(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX);
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  const int status = sqlite3_deserialize(db_->getHandle(), "main", reinterpret_cast<unsigned char*>(bytes.data()), size,
                                         size, SQLITE_DESERIALIZE_READONLY);
  if (status != SQLITE_OK) throw SQLite::Exception(db_->getHandle(), status);
}

std::unique_ptr<SQLite::Database> ForeignDatabase::open(const std::string& path, int flags) {
  auto db = std::make_unique<SQLite::Database>(path, flags);
  sqlite3* handle = db->getHandle();
  for (const int setting :
       {SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_TRUSTED_SCHEMA})
    sqlite3_db_config(handle, setting, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kLongestText);
  sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, kLongestStatement);
  sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, kMostColumns);
  sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_create_function_v2(handle, kTakeNumbers, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, nullptr, take_numbers, nullptr,
                             nullptr, nullptr);
  sqlite3_progress_handler(
      handle, kStepsBetweenLooks,
      [](void* told) {
        auto& patience = *static_cast<Patience*>(told);
        return patience.stop.stop_requested() || ++patience.steps > kMostLooks ? 1 : 0;
      },
      &patience_);
  return db;
}

namespace {

sqlite3_stmt* prepared(sqlite3* handle, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  const int status = sqlite3_prepare_v2(handle, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  if (status != SQLITE_OK) throw SQLite::Exception(handle, status);
  return statement;
}

/// It would write all rows to the disk before it gives the first one: of a table without end that is the whole disk.
bool sorts(sqlite3* handle, const std::string& sql) {
  sqlite3_stmt* plan = prepared(handle, "EXPLAIN QUERY PLAN " + sql);
  bool found = false;
  while (sqlite3_step(plan) == SQLITE_ROW)
    found = found || Cell(plan, 3).text().find("TEMP B-TREE") != std::string_view::npos;
  sqlite3_finalize(plan);
  return found;
}

}  // namespace

ForeignRows::ForeignRows(ForeignDatabase& db, const std::string& sql) {
  sqlite3* handle = db.sql().getHandle();
  if (sorts(handle, sql)) throw DamagedRow("a table whose rows are not in their order");
  statement_ = prepared(handle, sql);
}

/// SQLite's functions that give a value of a result row each look twice for trouble; a function's arguments are given
/// as they are.
ForeignRows ForeignRows::numbers(ForeignDatabase& db, const std::string& columns, const std::string& rest) {
  ForeignRows rows(db, fmt::format("SELECT {}(?, {}) {}", kTakeNumbers, columns, rest));
  rows.numbers_ = std::make_unique<RowNumbers>();
  sqlite3_bind_pointer(rows.statement_, 1, rows.numbers_.get(), kTakeNumbers, nullptr);
  return rows;
}

ForeignRows::~ForeignRows() {
  sqlite3_finalize(statement_);
}

ForeignRows& ForeignRows::operator=(ForeignRows&& other) noexcept {
  std::swap(statement_, other.statement_);
  std::swap(numbers_, other.numbers_);
  return *this;
}

bool ForeignRows::next() {
  const int status = sqlite3_step(statement_);
  if (status == SQLITE_ROW) return true;
  if (status != SQLITE_DONE) throw SQLite::Exception(sqlite3_db_handle(statement_), status);
  return false;
}

void ForeignDatabase::check_table(const std::string& name) {
  SQLite::Statement row(
      *db_,
      "SELECT type = 'table' AND rootpage > 0 AND sql LIKE 'CREATE TABLE %' FROM sqlite_master WHERE name = ?"
      " COLLATE NOCASE");
  row.bind(1, name);
  const bool is_table = row.executeStep() && row.getColumn(0).getInt() == 1;
  if (!is_table || row.executeStep()) throw DamagedRow(fmt::format("no table {}", name));
  SQLite::Statement computed(*db_, "SELECT 1 FROM pragma_table_xinfo(?) WHERE hidden != 0");
  computed.bind(1, name);
  if (computed.executeStep()) throw DamagedRow(fmt::format("computed columns in its table {}", name));
}

}  // namespace jitterscope::trace
