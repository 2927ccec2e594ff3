#pragma once
// What became of RTP packets and of what came in their place. Plain structs of the log: see events.h.
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
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
};

/// The kernel's transmit stamps of a packet, read from the socket after it left (audio-send, video-send threads).
/// Either may be missing: the kernel gives none, or its queue of them was full.
struct PacketStamped {
  Medium medium{};
  std::uint32_t ssrc = 0;
  std::int64_t sequence = 0;           // extended, as PacketSent's
  std::optional<Timestamp> scheduled;  // local: entered the interface queue
  std::optional<Timestamp> driver;     // local: handed to the interface
  Timestamp at;                        // local: when the stamps were read
};

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
  std::uint8_t payload_type = 0;
  std::int32_t size = 0;            // bytes of the UDP payload
  Timestamp received;               // local: when the receive call returned
  std::optional<Timestamp> kernel;  // local: the kernel's receive stamp, converted
  std::optional<Timestamp> received_conference;
  std::optional<Timestamp> sent_conference;  // from the sent extension; only while both clocks are known to agree
};

/// A datagram on a media socket was dropped before it became a packet of the stream.
struct PacketRejected {
  Medium medium{};
  RejectReason reason{};
  Timestamp received;
  std::int32_t size = 0;
  std::optional<std::int64_t> count;  // of which this is the newest; absent: one
};

}  // namespace jitterscope
