#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// A datagram on a media socket was dropped before it became a packet of the stream.
struct PacketRejected {
  Medium medium{};
  RejectReason reason{};
  Timestamp received;
  std::int32_t size = 0;
  std::optional<std::int64_t> count;  // of which this is the newest; absent: one

  constexpr Belonging belonging() const { return Belonging::received(medium); }
};

template <>
struct trace::Table<PacketRejected> {
  static constexpr std::string_view name = "packet_rejected";
  static constexpr std::string_view meaning = "datagrams on a media socket were not packets of the stream";
  static constexpr auto local = &PacketRejected::received;
  template <typename E = PacketRejected>
  static auto columns() {
    return trace::columns(
        column("medium", &E::medium, "audio or video"), column("reason", &E::reason, "in words"),
        column("size", &E::size, "bytes of the UDP payload").within({.least = 0}),
        column("count", &E::count, "how many since the last such row; this is the newest").within({.least = 1}));
  }
};

}  // namespace jitterscope
