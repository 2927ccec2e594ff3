#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// An RTP packet was handed to the kernel (audio-send, video-send threads).
struct PacketSent {
  Medium medium{};
  std::uint32_t ssrc = 0;
  std::int64_t sequence = 0;       // extended
  std::int64_t rtp_timestamp = 0;  // extended, media clock units
  std::int64_t frame = 0;          // frame number (video) or block number (audio), extended
  std::uint16_t block = 0;         // block in the frame; 0 for audio
  bool marker = false;
  bool accepted = true;                      // false: the send call failed (error says why) and the packet is lost here
  std::int32_t error = 0;                    // errno of the send call
  std::int32_t size = 0;                     // bytes of the UDP payload
  Timestamp due;                             // local: when the schedule wanted it out
  Timestamp sent;                            // local: just before the send call
  std::optional<Timestamp> sent_conference;  // as written into the packet

  constexpr Belonging belonging() const { return {false, false, medium, ssrc, true}; }
};

template <>
struct trace::Table<PacketSent> {
  static constexpr std::string_view name = "packet_sent";
  static constexpr std::string_view meaning =
      "an RTP packet was handed to the kernel; main time: just before the send call";
  static constexpr bool compact = true;
  static constexpr auto local = &PacketSent::sent;
  static constexpr auto conference = &PacketSent::sent_conference;
  template <typename E = PacketSent>
  static auto columns() {
    return trace::columns(
        column("medium", &E::medium, "audio or video").by(BySecond::kSaid),
        column("ssrc", &E::ssrc).by(BySecond::kSaid),
        column("sequence", &E::sequence, "extended over wrap-around").by(BySecond::kBase),
        column("rtp_timestamp", &E::rtp_timestamp, "extended, media clock units").by(BySecond::kBase),
        column("frame", &E::frame, "frame number (video) or block number (audio)").by(BySecond::kBase),
        column("block", &E::block, "block in the frame"), column("marker", &E::marker, "RTP marker bit"),
        column("accepted", &E::accepted, "0: the send call failed, the packet is lost here"),
        column("error", &E::error, "errno of the send call"),
        column("size", &E::size, "bytes of the UDP payload").within({.least = 0}),
        column("due_ns", &E::due, "when the schedule wanted it out"));
  }
};

}  // namespace jitterscope
