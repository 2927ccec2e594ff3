#pragma once
#include <fmt/format.h>

#include <string>

namespace jitterscope {

/// This note is for a stream whose sender began anew with other sequence numbers; `runs` counts the first too.
inline std::string run_note(std::size_t runs) {
  return fmt::format(
      "The sender began anew with other sequence numbers: {} runs. What lies between them is no loss, and each has its "
      "own "
      "reference.",
      runs);
}

}  // namespace jitterscope
