#pragma once
#include <string>
#include <string_view>

namespace jitterscope::message {

struct HangUp {
  static constexpr std::string_view method = "hangup";
  static constexpr std::string_view says = "The call is over; the connection is closed after it.";
  std::string reason = {};

  template <typename Io>
  void carry(Io& io) {
    io.text("reason", reason, "a sentence for the other end's user; empty where it was by hand");
  }
};

}  // namespace jitterscope::message
