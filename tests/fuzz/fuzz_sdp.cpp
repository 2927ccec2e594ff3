// Session descriptions (SDP), alone and in SIP, and what they say of payload types.
#include "core/algorithms/rtp/sdp.h"
#include "core/record/export/sip_exchange.h"
#include "core/record/import/payload_descriptions.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto media = rtp::read_sdp(text_of(data, size));
  require(media.size() <= 32, "media bounded");
  for (const rtp::SdpMedia& medium : media) {
    require(medium.formats.size() <= 64, "formats bounded");
    for (const rtp::SdpFormat& format : medium.formats)
      require(format.payload_type >= 0 && format.payload_type <= 127 && format.clock_hz >= 0, "a format that can be");
  }
  trace::PayloadDescriptions descriptions;
  descriptions.add({data, size});
  for (int type = 0; type < 128; ++type) {
    const auto payload_type = static_cast<std::uint8_t>(type);
    if (!descriptions.knows(payload_type)) continue;
    descriptions.find({10, 0, 0, 1}, 5006, 5008, payload_type);
    const auto format = descriptions.agreed(payload_type);
    require(!format || format->clock_rate_hz > 0, "a clock that can be");
  }
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  rtp::SdpSession session;
  session.streams.resize(2);
  session.streams[0].port = 5006;
  session.streams[0].packet_ms = 20;
  session.streams[1].medium = Medium::kVideo;
  session.streams[1].port = 5008;
  session.streams[1].frames_per_second = 15;
  std::vector<FuzzInput> seeds{input_of(rtp::write_sdp(session))};
  for (const auto& message :
       trace::sip_exchange("10.0.0.1", "::1", {{Medium::kAudio, 5006, 5006}, {Medium::kVideo, 5008, 5008}}))
    seeds.push_back(input_of(message.text));
  seeds.push_back(
      input_of("v=0\nc=IN IP4 10.0.0.1\nm=audio 5006/2 RTP/SAVPF 0 96 97\na=rtpmap:96 AMR-WB/16000/1\n"
               "a=rtpmap:97 opus/48000/2\nm=video 0 UDP/TLS/RTP/SAVPF 118\nc=IN IP6 ::1/3\na=rtpmap:118 H264/90000\n"
               "m=application 9 UDP/DTLS/SCTP webrtc-datachannel\n"));
  return seeds;
}
