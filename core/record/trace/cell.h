#pragma once
// A value of a row that SQLite has read.
#include <sqlite3.h>

#include <cstdint>
#include <string_view>

namespace jitterscope::trace {

/// A value as the integer that SQLite makes of it, with its type.
struct Number {
  int type = SQLITE_NULL;
  std::int64_t value = 0;
};

/// Until its statement goes on.
class Cell {
 public:
  Cell(sqlite3_stmt* row, int column) : row_(row), column_(column), type_(sqlite3_column_type(row, column)) {}
  explicit Cell(const Number& number) : type_(number.type), integer_(number.value) {}

  bool is_null() const { return type_ == SQLITE_NULL; }
  bool is_integer() const { return type_ == SQLITE_INTEGER; }
  bool is_number() const { return type_ == SQLITE_INTEGER || type_ == SQLITE_FLOAT; }
  bool is_text() const { return type_ == SQLITE_TEXT; }
  std::int64_t integer() const { return row_ ? sqlite3_column_int64(row_, column_) : integer_; }
  // Of a row that is not read as numbers.
  double number() const { return sqlite3_column_double(row_, column_); }
  std::string_view text() const {
    const auto* characters = reinterpret_cast<const char*>(sqlite3_column_text(row_, column_));
    return {characters ? characters : "", static_cast<std::size_t>(sqlite3_column_bytes(row_, column_))};
  }

 private:
  sqlite3_stmt* row_ = nullptr;
  int column_ = 0, type_;
  std::int64_t integer_ = 0;
};

}  // namespace jitterscope::trace
