#pragma once
#include <string_view>

namespace jitterscope::capability {

struct Stripes {
  static constexpr std::string_view word = "stripes";
  static constexpr std::string_view says =
      "sends restart intervals to who asks for them, so that a picture with a missing block is shown in part";
  static constexpr std::string_view without = "sends pictures that are not shown where a block is missing";
};

}  // namespace jitterscope::capability
