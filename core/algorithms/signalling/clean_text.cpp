#include "core/algorithms/signalling/messages.h"
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

}  // namespace jitterscope
