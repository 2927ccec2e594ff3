#include "core/algorithms/rtp/sdp.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace jitterscope::rtp {
namespace {

std::string printable(const std::string& text) {
  std::string kept;
  std::copy_if(text.begin(), text.end(), std::back_inserter(kept),
               [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F; });
  return kept.empty() ? "-" : kept;
}

std::string connection(const std::string& address) {
  return (address.find(':') == std::string::npos ? "IN IP4 " : "IN IP6 ") + printable(address);
}

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

void add_stream(std::string& sdp, const SdpStream& stream) {
  const bool audio = stream.medium == Medium::kAudio;
  const auto line = [&sdp](const std::string& text) { sdp += text + "\r\n"; };
  const std::string port = std::to_string(stream.port);
  line("m=" + std::string(audio ? "audio " : "video ") + port + " RTP/AVP " + (audio ? "0" : "26"));
  line(audio ? "a=rtpmap:0 PCMU/8000" : "a=rtpmap:26 JPEG/90000");
  if (audio && stream.packet_ms) line("a=ptime:" + std::to_string(*stream.packet_ms));
  if (!audio && stream.frames_per_second) line("a=framerate:" + number_text(*stream.frames_per_second));
  if (stream.ids.block != 0) line("a=extmap:" + std::to_string(stream.ids.block) + " urn:jitterscope:block");
  if (stream.ids.sent != 0) line("a=extmap:" + std::to_string(stream.ids.sent) + " urn:jitterscope:sent");
  line(stream.receive_only ? "a=recvonly" : "a=sendonly");
}

}  // namespace

std::string write_sdp(const SdpSession& session) {
  const std::string where = connection(session.address);
  std::string sdp = "v=0\r\no=- " + std::to_string(session.id) + " 1 " + where + "\r\ns=" + printable(session.name) +
                    "\r\nc=" + where + "\r\nt=0 0\r\n";
  for (const SdpStream& stream : session.streams) add_stream(sdp, stream);
  return sdp;
}

}  // namespace jitterscope::rtp
