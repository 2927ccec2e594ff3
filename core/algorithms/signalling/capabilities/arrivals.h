#pragma once
#include <string_view>

namespace jitterscope::capability {

struct Arrivals {
  static constexpr std::string_view word = "arrivals";
  static constexpr std::string_view says = "takes `arrivals`: how the packets of one of its frames came";
  static constexpr std::string_view without = "does not take how the packets of its frames came here";
};

}  // namespace jitterscope::capability
