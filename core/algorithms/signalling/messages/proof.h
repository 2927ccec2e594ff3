#pragma once
#include <string>
#include <string_view>

namespace jitterscope::message {

struct Proof {
  static constexpr std::string_view method = "proof";
  static constexpr std::string_view says =
      "The caller reads the callee's clock. It comes when it rings, and only when both have told a nonce.";
  std::string proof = {};

  template <typename Io>
  void carry(Io& io) {
    io.text("proof", proof, "see *One clock*");
  }
};

}  // namespace jitterscope::message
