#pragma once
#include <cstdint>

#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
#include "core/events/columns.h"

namespace jitterscope {

/// A ring or pool was full and dropped `dropped` entries since the call began.
struct RingDropped {
  ShortText<24> ring;
  std::int64_t dropped = 0;
  Timestamp at;
};

template <>
struct trace::Table<RingDropped> {
  static constexpr std::string_view name = "ring_dropped";
  static constexpr std::string_view meaning = "a full ring or pool dropped entries";
  static constexpr bool holds = true;
  static constexpr auto local = &RingDropped::at;
  template <typename E = RingDropped>
  static auto columns() {
    return trace::columns(
        column("ring", &E::ring,
               "whose; audio socket, video socket: datagrams that its full receive buffer lost, at most"),
        column("dropped", &E::dropped, "since the call began"));
  }
};

}  // namespace jitterscope
