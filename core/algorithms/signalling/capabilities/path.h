#pragma once
#include <string_view>

namespace jitterscope::capability {

struct Path {
  static constexpr std::string_view word = "path";
  static constexpr std::string_view says =
      "takes `path`: sends its media to other ports, such as those of an emulated link";
  static constexpr std::string_view without = "does not send its media through an emulated link of this end";
};

}  // namespace jitterscope::capability
