#include "app/command_line/output.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/base/units/printable.h"

namespace jitterscope {
namespace {

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
  return with_replaced(text, true, [](std::uint32_t) { return "\uFFFD"; });
}

std::string printable_json(std::string_view json) {
  return with_replaced(json, true, escaped);
}

void say(std::string_view sentence) {
  say_lines(one_line(sentence));
}

void say_lines(std::string_view lines) {
  const std::string text = printable_lines(lines) + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void print_text(std::string_view lines) {
  write_out(printable_lines(lines));
}

void print_json(const nlohmann::ordered_json& json) {
  write_out(printable_json(json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + "\n");
}

}  // namespace jitterscope
