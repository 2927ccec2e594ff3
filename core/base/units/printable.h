#pragma once
// Text from outside as a reader may be given it.
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace jitterscope {

/// `text` with `replace(code point)` in the place of each character that a terminal would obey, or that is none
/// (U+FFFD). New lines and tabs stay where there may be several `lines`.
std::string with_replaced(std::string_view text, bool lines, const std::function<std::string(std::uint32_t)>& replace);

/// Such characters, new lines and tabs among them, become U+FFFD each: no name or word of somebody else ends a line or
/// a row of a list.
std::string one_line(std::string_view text);

}  // namespace jitterscope
