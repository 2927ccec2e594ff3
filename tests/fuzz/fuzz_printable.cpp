// Text from outside on its way to a terminal, as lines and, where it is JSON, as JSON.
#include <nlohmann/json.hpp>

#include "app/command_line/output.h"
#include "core/base/units/utf8.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;
using nlohmann::json;

namespace {

void require_printable(std::string_view text) {
  while (!text.empty()) {
    const CodePoint point = decode_utf8(text);
    require(point.bytes > 0, "it is UTF-8");
    require(!is_unprintable(point.value) || point.value == '\n' || point.value == '\t',
            "nothing that a terminal obeys");
    text.remove_prefix(point.bytes);
  }
}

void check_json(const json& value) {
  const std::string written = value.dump(-1, ' ', false, json::error_handler_t::replace);
  const std::string line = printable_json(written);
  require_printable(line);
  require(line.find_first_of("\n\t") == std::string::npos, "one line");
  require(json::parse(line, nullptr, false) == json::parse(written), "the same value");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(text_of(data, size));
  const std::string lines = printable_lines(text);
  require_printable(lines);
  require(printable_lines(lines) == lines, "what is printable stays");
  require_printable(printable_json(text));
  check_json(json(text));
  if (const json value = json::parse(text, nullptr, false); !value.is_discarded()) check_json(value);
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  return {input_of("a\tb\n\x1B[2J\x7F\xC2\x9B"
                   "1m"),
          input_of("\xE2\x80\xAE\xEF\xBB\xBF\xF3\xA0\x81\x81\xC3\xA4\xFF\xED\xA0\x80"),
          input_of("{\"name\":\"a\xF3\xA0\x81\x81"
                   "b\xE2\x80\xA8\\u001b\x7F\",\"n\":[1.5,null,true]}")};
}
