#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// An RTP packet of the expected stream was fetched from the socket (audio-receive, video-receive threads).
struct PacketArrived {
  Medium medium{};
  std::uint32_t ssrc = 0;
  std::int64_t sequence = 0;          // extended
  std::int64_t rtp_timestamp = 0;     // extended, media clock units
  std::optional<std::int64_t> frame;  // from the block extension (extended); absent for foreign senders' audio
  std::optional<std::uint16_t> block;
  bool marker = false;
  bool duplicate = false;  // this sequence number was seen before
  /// What was added to the sender's own numbers: it changes where the sender began a new run of them, so that runs
  /// follow each other without a gap.
  std::int64_t run_offset = 0;
  bool untimed = false;  // without a payload, or refused (PacketRejected says why): it counts for loss alone
  std::uint8_t payload_type = 0;
  std::int32_t size = 0;            // bytes of the UDP payload
  Timestamp received;               // local: when the receive call returned
  std::optional<Timestamp> kernel;  // local: the kernel's receive stamp, converted
  std::optional<Timestamp> received_conference;
  std::optional<Timestamp> sent_conference;  // from the sent extension; only while both clocks are known to agree

  constexpr Belonging belonging() const { return {true, true, medium, ssrc, true}; }
};

template <>
struct trace::Table<PacketArrived> {
  static constexpr std::string_view name = "packet_arrived";
  static constexpr std::string_view meaning =
      "an RTP packet of the expected stream was fetched; main time: the receive call returned";
  static constexpr bool compact = true;
  static constexpr auto local = &PacketArrived::received;
  static constexpr auto conference = &PacketArrived::received_conference;
  template <typename E = PacketArrived>
  static auto columns() {
    return trace::columns(
        column("medium", &E::medium, "audio or video").by(BySecond::kSaid),
        column("ssrc", &E::ssrc).by(BySecond::kSaid),
        column("sequence", &E::sequence, "extended over wrap-around").by(BySecond::kBase),
        column("rtp_timestamp", &E::rtp_timestamp, "extended, media clock units").by(BySecond::kBase),
        column("frame", &E::frame, "from the block extension, extended").by(BySecond::kBase),
        column("block", &E::block, "block in the frame"), column("marker", &E::marker, "RTP marker bit"),
        column("duplicate", &E::duplicate, "1: this sequence number was seen before"),
        column("payload_type", &E::payload_type),
        column("size", &E::size, "bytes of the UDP payload").within({.least = 0}),
        column("kernel_ns", &E::kernel, "the kernel's receive stamp, converted to the local clock"),
        column("sent_conference_ns", &E::sent_conference,
               "from the sent extension, while the clocks are known to agree"),
        column("run_offset", &E::run_offset,
               "added to the sender's own numbers; it changes where a new run of them begins")
            .added_in(10),
        column("untimed", &E::untimed,
               "1: it has no payload, or was refused, as a row of packet_rejected says; it counts for loss alone")
            .added_in(10));
  }
};

}  // namespace jitterscope
