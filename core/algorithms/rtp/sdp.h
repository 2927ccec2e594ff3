#pragma once
// Session descriptions (RFC 8866) with which ffplay, VLC and GStreamer play the streams of a call, and those of others,
// read.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/algorithms/rtp/rtp_packet.h"

namespace jitterscope::rtp {

struct SdpFormat {
  int payload_type = 0;  // 0 to 127
  std::string name;      // of a=rtpmap, "AMR"; empty = the description does not say
  double clock_hz = 0;   // 0 = not said
};

/// What somebody's description says of an RTP stream: where it arrives, and what each payload type carries.
struct SdpMedia {
  std::string kind;     // "audio", "video", "text", "application" ...
  std::string address;  // c= of the medium, else of the session; empty = not said
  std::uint16_t port = 0;
  std::vector<SdpFormat> formats;
};

/// The media over RTP of the description that begins at "v=0" in `text` (a SIP message has it behind its headers); at
/// most 32 media of 64 formats. Empty when there is none, or nothing but other protocols. Any
/// bytes are allowed; pure, any thread.
std::vector<SdpMedia> read_sdp(std::string_view text);

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
