#pragma once
// A trace as SQLite reads it when a stranger may have made it: tables alone, no text of any length, no search without
// end.
#include <SQLiteCpp/SQLiteCpp.h>

#include <array>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>

#include "core/record/trace/cell.h"

namespace jitterscope::trace {

/// Not thread-safe: one owner at a time. What SQLite throws comes through.
class ForeignDatabase {
 public:
  /// Read-only; where SQLite may not even make its shared-memory file beside the trace, as an unchanging file.
  explicit ForeignDatabase(const std::string& path);
  struct Content {
    std::string bytes;
  };
  /// What such a file holds, from memory.
  explicit ForeignDatabase(Content content);

  SQLite::Database& sql() { return *db_; }
  /// Throws DamagedRow unless `name` is a table and not a view or a virtual one, and none of its columns is computed:
  /// one that names another twice, which does so again, makes a statement too large while nothing looks for the end.
  void check_table(const std::string& name);
  /// Reading ends with SQLITE_INTERRUPT when asked to.
  void set_stop(const std::stop_token& stop) { patience_.stop = stop; }
  /// A row was read: the next one has time again. A statement that finds none for a few seconds ends likewise.
  void note_row() { patience_.steps = 0; }

 private:
  struct Patience {
    std::stop_token stop;
    std::int64_t steps = 0;
  };
  std::unique_ptr<SQLite::Database> open(const std::string& path, int flags);

  Patience patience_;
  Content content_;  // while the database reads it
  std::unique_ptr<SQLite::Database> db_;
};

using RowNumbers = std::array<Number, 24>;

/// A statement over such a database, at one row of its result. What SQLite says comes as SQLite::Exception.
class ForeignRows {
 public:
  ForeignRows(ForeignDatabase& db, const std::string& sql);
  /// The columns of a table that holds integers alone, at most as many as RowNumbers has, as numbers: in two thirds of
  /// the time. `rest`: what follows the columns.
  static ForeignRows numbers(ForeignDatabase& db, const std::string& columns, const std::string& rest);
  ~ForeignRows();
  ForeignRows(ForeignRows&& other) noexcept
      : statement_(std::exchange(other.statement_, nullptr)), numbers_(std::move(other.numbers_)) {}
  ForeignRows& operator=(ForeignRows&& other) noexcept;

  /// Goes on to the next row, at first to the first one. False: there is none.
  bool next();
  /// Of the row, from 0.
  Cell cell(int column) const {
    return numbers_ ? Cell((*numbers_)[static_cast<std::size_t>(column)]) : Cell(statement_, column);
  }
  /// Gives a cell of a row that is read as numbers.
  const Number& number(int column) const { return (*numbers_)[static_cast<std::size_t>(column)]; }

 private:
  sqlite3_stmt* statement_ = nullptr;
  std::unique_ptr<RowNumbers> numbers_;
};

}  // namespace jitterscope::trace
