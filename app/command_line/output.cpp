#include "app/command_line/output.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "app/command_line/printable.h"

namespace jitterscope {
namespace {

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

void print_json(const nlohmann::ordered_json& json) {
  write_out(printable_json(json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + "\n");
}

}  // namespace jitterscope
