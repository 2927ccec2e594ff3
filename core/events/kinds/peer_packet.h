#pragma once
#include <cstdint>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"

namespace jitterscope {

/// One packet of a frame of ours as the remote received it. With each summary the remote reports one frame, over the
/// control connection.
struct PeerPacket {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;  // extended, as by the receiver
  std::uint16_t block = 0;
  Duration offset;  // since the first packet of the frame came, by the remote's clock
  Timestamp at;     // local, when it came

  constexpr Belonging belonging() const { return Belonging::told(Medium::kVideo, ssrc); }
};

template <>
struct trace::Table<PeerPacket> {
  static constexpr std::string_view name = "peer_packet";
  static constexpr std::string_view meaning =
      "a packet of ours as it came to the remote, which tells of one frame with each summary";
  static constexpr auto local = &PeerPacket::at;
  template <typename E = PeerPacket>
  static auto columns() {
    return trace::columns(
        column("ssrc", &E::ssrc), column("frame", &E::frame, "extended"),
        column("block", &E::block, "block in the frame"),
        column("offset_ns", &E::offset, "since the first packet of the frame came, by the remote's clock"));
  }
};

}  // namespace jitterscope
