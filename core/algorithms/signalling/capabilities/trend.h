#pragma once
#include <string_view>

namespace jitterscope::capability {

struct Trend {
  static constexpr std::string_view word = "trend";
  static constexpr std::string_view says =
      "judges delays by the thresholds that `trend` of their sender's stream asks for, not by latecki04's";
  static constexpr std::string_view without = "judges the delays of this end's sound by latecki04's thresholds";
};

}  // namespace jitterscope::capability
