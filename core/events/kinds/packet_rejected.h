#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// A datagram on a media socket was refused. A packet of the stream whose payload could not be read has a PacketArrived
/// of the same time, just before; all others were of no stream.
struct PacketRejected {
  Medium medium{};
  RejectReason reason{};
  Timestamp received;
  std::int32_t size = 0;
  std::optional<std::int64_t> count;  // of no stream, of which this is the newest; absent: one packet of the stream

  constexpr Belonging belonging() const { return Belonging::received(medium); }
};

template <>
struct trace::Table<PacketRejected> {
  static constexpr std::string_view name = "packet_rejected";
  static constexpr std::string_view meaning = "datagrams on a media socket were refused";
  static constexpr auto local = &PacketRejected::received;
  template <typename E = PacketRejected>
  static auto columns() {
    return trace::columns(column("medium", &E::medium, "audio or video"), column("reason", &E::reason, "in words"),
                          column("size", &E::size, "bytes of the UDP payload").within({.least = 0}),
                          column("count", &E::count,
                                 "how many of no stream since the last such row, of which this is the newest; absent: "
                                 "one packet of the stream, whose "
                                 "packet_arrived has the same time")
                              .within({.least = 1}));
  }
};

}  // namespace jitterscope
