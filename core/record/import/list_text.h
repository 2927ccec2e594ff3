#pragma once
// The text of a packet list: its coding, its rows and their fields.
#include <cstddef>
#include <string>
#include <string_view>

namespace jitterscope {

/// `bytes` without a byte order mark and as UTF-8: of UTF-16 (by its mark, or by its zero bytes where all else is
/// plain) a conversion, for which `converted` holds the memory. What is no character becomes U+FFFD.
std::string_view as_utf8(std::string_view bytes, std::string& converted);

struct ListField {
  std::string_view text;  // without its quotes and the blanks around it; quotes inside stay doubled
  bool quoted = false;
};

/// Fields as RFC 4180 has them: in quotes they may hold separators, line ends and doubled quotes. Lines end in LF, CRLF
/// or CR; those of blanks alone are skipped. Where the separator is a blank, any number of blanks is one.
class ListRows {
 public:
  /// The text outlives this.
  ListRows(std::string_view text, char separator) : left_(text), separator_(separator) {}

  /// Goes to the next row, past what is left of this one; false: there is none.
  bool next_row();
  /// The next field of the row; false: it has no more, or what follows is no field: then problem() says why.
  bool next_field(ListField& field);

  std::size_t line() const { return line_; }  // in which the row begins, from 1
  std::string_view problem() const { return problem_; }

 private:
  void skip_blanks();
  void end_field();
  bool at_line_end() const { return left_.empty() || left_.front() == '\n' || left_.front() == '\r'; }
  void take_line_end();
  bool take_quoted(ListField& field);

  std::string_view left_;
  char separator_;
  std::size_t line_ = 0, next_line_ = 1;
  bool more_ = false;  // the row goes on
  std::string_view problem_;
};

}  // namespace jitterscope
