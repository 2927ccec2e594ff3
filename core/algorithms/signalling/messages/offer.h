#pragma once
#include <cstdint>

#include "core/algorithms/signalling/description_fields.h"

namespace jitterscope::message {

struct Offer {
  static constexpr std::string_view method = "offer";
  static constexpr std::string_view says = "The first line of a connection, by the caller: a description of its end.";
  std::int64_t id = 0;
  Description description = {};

  template <typename Io>
  void carry(Io& io) {
    told::carry(io, description);
  }
};

}  // namespace jitterscope::message
