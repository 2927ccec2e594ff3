#include "core/events/words.h"

namespace jitterscope {

std::optional<End> parse_end(std::string_view word) {
  constexpr std::array<std::string_view, 2> kFormerWords{"mine", "theirs"};
  const auto end = value_of_word<End>(word);
  return end ? end : value_of_word<End>(kFormerWords, word);
}

}  // namespace jitterscope
