#include "core/measures/views/comparison.h"

#include <array>

namespace jitterscope {

std::string_view to_string(DifferenceVerdict verdict) {
  constexpr std::array<std::string_view, 4> kWords{"clear", "no clear difference", "too few", "unknown"};
  return kWords[static_cast<std::size_t>(verdict)];
}

}  // namespace jitterscope
