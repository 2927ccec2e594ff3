#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// The kernel's transmit stamps of a packet, read from the socket after it left (audio-send, video-send threads).
/// Either may be missing: the kernel gives none, or its queue of them was full.
struct PacketStamped {
  Medium medium{};
  std::uint32_t ssrc = 0;
  std::int64_t sequence = 0;           // extended, as PacketSent's
  std::optional<Timestamp> scheduled;  // local: entered the interface queue
  std::optional<Timestamp> driver;     // local: handed to the interface
  Timestamp at;                        // local: when the stamps were read

  constexpr Belonging belonging() const { return Belonging::sent(medium, ssrc); }
};

template <>
struct trace::Table<PacketStamped> {
  static constexpr std::string_view name = "packet_stamped";
  static constexpr std::string_view meaning =
      "the kernel's transmit stamps of a packet; main time: when they were read";
  static constexpr bool compact = true;
  static constexpr auto local = &PacketStamped::at;
  template <typename E = PacketStamped>
  static auto columns() {
    return trace::columns(column("medium", &E::medium, "audio or video").by(BySecond::kSaid),
                          column("ssrc", &E::ssrc).by(BySecond::kSaid),
                          column("sequence", &E::sequence, "extended, as in packet_sent").by(BySecond::kBase),
                          column("scheduled_ns", &E::scheduled, "entered the interface queue"),
                          column("driver_ns", &E::driver, "handed to the interface"));
  }
};

}  // namespace jitterscope
