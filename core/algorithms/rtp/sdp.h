#pragma once
// Session descriptions (RFC 8866) with which ffplay, VLC and GStreamer play the streams of a call.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/algorithms/rtp/rtp_packet.h"
#include "core/events/names.h"

namespace jitterscope::rtp {

struct SdpStream {
  Medium medium{};
  std::uint16_t port = 0;                   // where the stream arrives; RTCP one above
  std::optional<double> frames_per_second;  // video
  std::optional<int> packet_ms;             // audio: a=ptime
  bool receive_only = true;                 // seen from the player; else sendonly
  ExtensionIds ids;
};

struct SdpSession {
  std::string address = "127.0.0.1";  // where the streams arrive; IPv4 or IPv6 (recognised by ':')
  std::uint64_t id = 0;               // o= session id
  std::string name = "Jitterscope";   // control characters are left out
  std::vector<SdpStream> streams;
};

/// The text, lines ended by CRLF.
std::string write_sdp(const SdpSession& session);

}  // namespace jitterscope::rtp
