#pragma once
#include <string_view>

namespace jitterscope::capability {

struct Times {
  static constexpr std::string_view word = "times";
  static constexpr std::string_view says = "takes `times`: the sender's side of what was sent";
  static constexpr std::string_view without = "does not take this end's side of the delay split";
};

}  // namespace jitterscope::capability
