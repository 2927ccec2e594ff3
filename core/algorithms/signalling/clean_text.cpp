#include "core/algorithms/signalling/clean_text.h"
#include "core/base/units/utf8.h"

namespace jitterscope {

std::string clean_text(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const CodePoint point = decode_utf8(text);
    const std::size_t bytes = point.bytes == 0 ? 1 : point.bytes;
    if (point.bytes != 0 && !is_unprintable(point.value)) {
      if (clean.size() + bytes > kMaxTextBytes) break;
      clean.append(text.substr(0, bytes));
    }
    text.remove_prefix(bytes);
  }
  return clean;
}

std::string clean_name(std::string_view text) {
  constexpr std::size_t kMostCharacters = 40, kMostBytes = 64;
  const std::string clean = clean_text(text);
  std::string name;
  std::size_t characters = 0, seen = 0;  // seen: bytes up to the last character that shows
  for (std::string_view left = clean; !left.empty();) {
    const CodePoint point = decode_utf8(left);
    const bool blank = is_blank(point.value);
    if (characters == kMostCharacters || name.size() + point.bytes > kMostBytes) break;
    if (!blank || seen > 0) {
      name.append(left.substr(0, point.bytes));
      ++characters;
    }
    if (!blank) seen = name.size();
    left.remove_prefix(point.bytes);
  }
  name.resize(seen);
  return name;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMostBytes = 120;
  std::string words = "“";
  for (std::string_view left = text; !left.empty();) {
    const CodePoint point = decode_utf8(left);
    if (point.bytes == 0 || words.size() + point.bytes > kMostBytes) {
      words += "…";
      break;
    }
    const bool quote = point.value == '"' || (point.value >= 0x201C && point.value <= 0x201F);
    words += quote ? std::string_view("'") : left.substr(0, point.bytes);
    left.remove_prefix(point.bytes);
  }
  return words + "”";
}

}  // namespace jitterscope
