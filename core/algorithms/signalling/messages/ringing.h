#pragma once
#include "core/algorithms/signalling/description_fields.h"

namespace jitterscope::message {

struct Ringing {
  static constexpr std::string_view method = "ringing";
  static constexpr std::string_view says = "The callee has read the offer, and its user is asked.";
  std::string nonce = {};  // empty = no proof is asked for

  template <typename Io>
  void carry(Io& io) {
    told::text_if_any(io, "nonce", nonce, "as of the offer: where one clock can be proved");
  }
};

}  // namespace jitterscope::message
