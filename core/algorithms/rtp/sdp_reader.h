#pragma once
// What somebody's session description (RFC 8866) says of its RTP streams: where they arrive, and what each payload type
// carries. Any bytes are allowed; pure, any thread.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope::rtp {

struct SdpFormat {
  int payload_type = 0;  // 0 to 127
  std::string name;      // of a=rtpmap, "AMR"; empty = the description does not say
  double clock_hz = 0;   // 0 = not said
};

struct SdpMedia {
  std::string kind;     // "audio", "video", "text", "application" ...
  std::string address;  // c= of the medium, else of the session; empty = not said
  std::uint16_t port = 0;
  std::vector<SdpFormat> formats;
};

/// The media over RTP of the description that begins at "v=0" in `text` (a SIP message has it behind its headers); at
/// most 32 media of 64 formats. Empty when there is none, or nothing but other protocols.
std::vector<SdpMedia> read_sdp(std::string_view text);

}  // namespace jitterscope::rtp
