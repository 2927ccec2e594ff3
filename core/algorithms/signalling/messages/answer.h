#pragma once
#include <cstdint>

#include "core/algorithms/signalling/description_fields.h"

namespace jitterscope::message {

struct Answer {
  static constexpr std::string_view answers = "offer";
  static constexpr std::string_view says = "The callee's description, with the keys of the offer.";
  std::int64_t id = 0;
  Description description = {};

  template <typename Io>
  void carry(Io& io) {
    if constexpr (!Io::kTells) told::carry(io, description);
  }
};

}  // namespace jitterscope::message
