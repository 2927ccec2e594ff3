#include "core/base/units/printable.h"

#include <algorithm>

#include "core/base/units/utf8.h"

namespace jitterscope {

std::string with_replaced(std::string_view text, bool lines, const std::function<std::string(std::uint32_t)>& replace) {
  const auto is_plain = [lines](char c) { return (c >= ' ' && c <= '~') || (lines && (c == '\n' || c == '\t')); };
  std::string printable;
  printable.reserve(text.size());
  while (true) {
    const auto plain = std::find_if_not(text.begin(), text.end(), is_plain) - text.begin();  // nearly all of it
    printable += text.substr(0, static_cast<std::size_t>(plain));
    text.remove_prefix(static_cast<std::size_t>(plain));
    if (text.empty()) return printable;
    const CodePoint point = decode_utf8(text);
    const std::size_t bytes = point.bytes == 0 ? 1 : point.bytes;
    const bool obeyed = is_unprintable(point.value);
    if (point.bytes == 0 || obeyed)
      printable += replace(point.bytes == 0 ? 0xFFFD : point.value);
    else
      printable += text.substr(0, bytes);
    text.remove_prefix(bytes);
  }
}

std::string one_line(std::string_view text) {
  return with_replaced(text, false, [](std::uint32_t) { return "\uFFFD"; });
}

}  // namespace jitterscope
