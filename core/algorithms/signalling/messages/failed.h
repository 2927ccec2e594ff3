#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jitterscope::message {

struct Failed {
  static constexpr std::string_view answers = "any request";
  static constexpr std::string_view says =
      "An error. Its `id` is null where the request's could not be read; the codes stand below.";
  std::optional<std::int64_t> id = {};
  int code = 0;
  std::string sentence = {};

  template <typename Io>
  void carry(Io& io) {
    io.whole("code", code, -1'000'000, 1'000'000, "one of those below");
    io.text("message", sentence, "why, a sentence");
  }
};

}  // namespace jitterscope::message
