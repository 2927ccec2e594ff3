#include "core/algorithms/rtp/sdp.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "core/base/units/number_words.h"

namespace jitterscope::rtp {
namespace {

constexpr std::size_t kMostMedia = 32, kMostFormats = 64;

/// Takes what is before `end` off the front of `text`, and `end` with it.
std::string_view take(std::string_view& text, char end) {
  const auto at = text.find(end);
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return taken;
}

std::optional<int> payload_type(std::string_view text) {
  const auto type = whole_number<int>(text);
  return type && *type >= 0 && *type < 128 ? type : std::nullopt;
}

/// "audio 49170/2 RTP/AVP 0 96"; nullopt: not RTP.
std::optional<SdpMedia> media_line(std::string_view line) {
  SdpMedia media;
  media.kind = take(line, ' ');
  std::string_view ports = take(line, ' ');
  const auto port = whole_number<std::uint16_t>(take(ports, '/'));
  if (!port || take(line, ' ').find("RTP/") == std::string_view::npos) return std::nullopt;
  media.port = *port;
  while (!line.empty() && media.formats.size() < kMostFormats)
    if (const auto type = payload_type(take(line, ' '))) media.formats.push_back({*type, {}, 0});
  return media;
}

/// "IN IP4 192.0.2.1/127" of c=.
std::string connection_address(std::string_view line) {
  take(line, ' ');
  take(line, ' ');
  return std::string(take(line, '/'));
}

/// Of RFC 8866 §9: no space, control character, byte beyond ASCII or any of "(),/:;<=>?@[\].
bool is_token(std::string_view text) {
  constexpr std::string_view kSeparators = "\"(),/:;<=>?@[\\]";
  const auto is_allowed = [&](char c) { return c > ' ' && c < 0x7F && kSeparators.find(c) == std::string_view::npos; };
  return !text.empty() && std::all_of(text.begin(), text.end(), is_allowed);
}

/// "96 AMR/8000/1" of a=rtpmap. A name that is no token, as the grammar wants one, says nothing.
void add_mapping(std::string_view line, SdpMedia& media) {
  const auto type = payload_type(take(line, ' '));
  const std::string_view name = take(line, '/');
  const auto clock = whole_number<std::uint32_t>(take(line, '/'));
  if (!is_token(name)) return;
  for (SdpFormat& format : media.formats) {
    if (!type || format.payload_type != *type || !clock) continue;
    format.name = name.substr(0, 64);
    format.clock_hz = *clock;
  }
}

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

std::vector<SdpMedia> read_sdp(std::string_view text) {
  std::vector<SdpMedia> found;
  const auto begin = text.starts_with("v=0") ? 0 : text.find("\nv=0");
  if (begin == std::string_view::npos) return found;
  text.remove_prefix(begin + (begin == 0 ? 0 : 1));
  std::string session_address;
  bool skipped = false;  // what follows belongs to a medium that is not RTP
  while (!text.empty()) {
    std::string_view line = take(text, '\n');
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (line.size() < 2 || line[1] != '=') break;  // the end of this part of the message
    const std::string_view value = line.substr(2);
    if (line[0] == 'm') {
      if (found.size() == kMostMedia) break;
      auto media = media_line(value);
      skipped = !media;
      if (!media) continue;
      media->address = session_address;
      found.push_back(std::move(*media));
    } else if (line[0] == 'c' && !skipped) {
      (found.empty() ? session_address : found.back().address) = connection_address(value);
    } else if (line[0] == 'a' && !skipped && !found.empty() && value.starts_with("rtpmap:")) {
      add_mapping(value.substr(7), found.back());
    }
  }
  return found;
}

std::string write_sdp(const SdpSession& session) {
  const std::string where = connection(session.address);
  std::string sdp = "v=0\r\no=- " + std::to_string(session.id) + " 1 " + where + "\r\ns=" + printable(session.name) +
                    "\r\nc=" + where + "\r\nt=0 0\r\n";
  for (const SdpStream& stream : session.streams) add_stream(sdp, stream);
  return sdp;
}

}  // namespace jitterscope::rtp
