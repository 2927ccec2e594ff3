#pragma once
// What the program prints. Names, fields and schemas of files come from outside: control characters in them are
// replaced, so that a terminal obeys only this program.
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace jitterscope {

// Text from outside as a terminal may be given it; no input fails.
/// Each character that a terminal would obey, and each byte that is none, becomes U+FFFD; new lines and tabs stay.
std::string printable_lines(std::string_view text);
/// JSON of the same value: such characters, which stand only inside strings, are escaped (RFC 8259 §7).
std::string printable_json(std::string_view json);

/// Standard output could not be written; what() is the sentence.
struct OutputFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A sentence on one line, and a new line, to standard error: a new line in a name does not break it. Never fails.
void say(std::string_view sentence);
/// Does so with lines that another part of the program, or its child, has made.
void say_lines(std::string_view lines);
/// Lines to standard output; throws OutputFailed.
void print_text(std::string_view lines);
/// One line of JSON to standard output, the same value in printable characters; throws OutputFailed.
void print_json(const nlohmann::ordered_json& json);

}  // namespace jitterscope
