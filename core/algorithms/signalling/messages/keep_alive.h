#pragma once
#include <cstdint>
#include <string_view>

namespace jitterscope::message {

struct KeepAlive {
  static constexpr std::string_view method = "keepalive";
  static constexpr std::string_view says = "I am here: once a second by both, from the offer on.";
  std::int64_t id = 0;

  template <typename Io>
  void carry(Io&) {}
};

}  // namespace jitterscope::message
