#pragma once
// Text from outside as a terminal may be given it. No input fails.
#include <string>
#include <string_view>

namespace jitterscope {

/// Each character that a terminal would obey, and each byte that is none, becomes U+FFFD; new lines and tabs stay.
std::string printable_lines(std::string_view text);
/// JSON of the same value: such characters, which stand only inside strings, are escaped (RFC 8259 §7).
std::string printable_json(std::string_view json);

}  // namespace jitterscope
