#pragma once
#include <string_view>

namespace jitterscope::capability {

struct Change {
  static constexpr std::string_view word = "change";
  static constexpr std::string_view says = "takes `change`: its user can be asked to set its sending";
  static constexpr std::string_view without = "cannot be asked to set what it sends";
};

}  // namespace jitterscope::capability
