#pragma once
// The counters of a sent RTP stream.
#include <cstdint>

#include "core/algorithms/rtp/rtp_packet.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// Where a stream begins: chosen at random by the session (RFC 3550 §5.1).
struct StreamStart {
  std::uint32_t ssrc = 0;
  std::uint16_t sequence = 0;
  std::uint32_t rtp_timestamp = 0;
};

/// What the rtcp thread says of a sent stream in a sender report.
struct SenderProgress {
  Timestamp local;  // when rtp_timestamp was the stream's present
  std::uint32_t rtp_timestamp = 0;
  std::uint32_t packets = 0, octets = 0;
};

/// Owned by the sending thread.
struct StreamSendState {
  explicit StreamSendState(const StreamStart& start)
      : ssrc(start.ssrc), sequence(start.sequence), rtp_timestamp(start.rtp_timestamp) {}
  std::uint32_t ssrc;
  std::int64_t sequence;       // extended, of the next packet
  std::int64_t rtp_timestamp;  // extended; video: of conference time 0; audio: of the next block
  std::uint32_t packets = 0, octets = 0;

  rtp::RtpHeader header(std::int64_t timestamp) const {
    rtp::RtpHeader header;
    header.sequence = static_cast<std::uint16_t>(sequence);
    header.timestamp = static_cast<std::uint32_t>(timestamp);
    header.ssrc = ssrc;
    return header;
  }
  void sent(std::size_t payload_octets) {
    ++sequence;
    ++packets;
    octets += static_cast<std::uint32_t>(payload_octets);
  }
};

}  // namespace jitterscope
