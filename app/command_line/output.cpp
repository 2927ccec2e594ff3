#include "app/command_line/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/base/units/utf8.h"

namespace jitterscope {
namespace {

/// Says whether the character is one byte that a terminal just shows.
bool is_plain(char c) {
  return (c >= ' ' && c <= '~') || c == '\n' || c == '\t';
}

/// `text` with `replace(code point)` in the place of each character that a terminal would obey, or that is none.
template <typename Replace>
std::string with_replaced(std::string_view text, Replace replace) {
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

std::string escaped(std::uint32_t c) {
  if (c <= 0xFFFF) return fmt::format("\\u{:04x}", c);
  const std::uint32_t above = c - 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (above >> 10), 0xDC00 + (above & 0x3FF));
}

void write_out(const std::string& text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
  throw OutputFailed(fmt::format("The output could not be written: {}.", std::strerror(errno)));
}

}  // namespace

std::string printable_lines(std::string_view text) {
  return with_replaced(text, [](std::uint32_t) { return "\uFFFD"; });
}

std::string printable_json(std::string_view json) {
  return with_replaced(json, escaped);
}

void say(std::string_view sentence) {
  const std::string line = printable_lines(sentence) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void print_text(std::string_view lines) {
  write_out(printable_lines(lines));
}

void print_json(const nlohmann::ordered_json& json) {
  write_out(printable_json(json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + "\n");
}

}  // namespace jitterscope
