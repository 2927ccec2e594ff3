#include "app/command_line/output.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "core/base/units/utf8.h"

namespace jitterscope {
namespace {

/// `text` with `replace(code point)` in the place of each character that a terminal would obey, or that is none.
template <typename Replace>
std::string with_replaced(std::string_view text, Replace replace) {
  std::string printable;
  printable.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = decode_utf8(text);
    const std::size_t bytes = point.bytes == 0 ? 1 : point.bytes;
    const bool obeyed = is_unprintable(point.value) && point.value != '\n' && point.value != '\t';
    if (point.bytes == 0 || obeyed)
      printable += replace(point.bytes == 0 ? 0xFFFD : point.value);
    else
      printable += text.substr(0, bytes);
    text.remove_prefix(bytes);
  }
  return printable;
}

std::string printable_lines(std::string_view text) {
  return with_replaced(text, [](std::uint32_t) { return "\uFFFD"; });
}

void write_out(const std::string& text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
  throw OutputFailed(fmt::format("The output could not be written: {}.", std::strerror(errno)));
}

}  // namespace

void say(std::string_view sentence) {
  const std::string line = printable_lines(sentence) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void print_text(std::string_view lines) {
  write_out(printable_lines(lines));
}

/// Such characters stand only inside strings.
void print_json(std::string_view json) {
  write_out(with_replaced(json, [](std::uint32_t c) { return fmt::format("\\u{:04x}", c); }) + "\n");
}

}  // namespace jitterscope
