#pragma once
#include <string_view>

namespace jitterscope::capability {

struct Tcp {
  static constexpr std::string_view word = "tcp";
  static constexpr std::string_view says = "takes pictures over TCP (RFC 4571)";
  static constexpr std::string_view without = "takes no pictures over TCP";
};

}  // namespace jitterscope::capability
