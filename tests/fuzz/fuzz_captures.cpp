// Captures in pcap and pcapng: frames, datagrams, RTP streams among them, what the analysis makes of these, the
// lists of their packets, and their sound.
#include "core/measures/offline/stream_analysis.h"
#include "core/record/export/sip_exchange.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/opened_streams.h"
#include "tests/unit/record/trace/capture_bytes.h"

using namespace jitterscope;
using namespace jitterscope::capture_bytes;

namespace {

void import(const std::uint8_t* data, std::size_t size, const CaptureOptions& options) {
  std::FILE* file = fmemopen(const_cast<std::uint8_t*>(data), size, "rb");
  if (!file) return;
  std::string error, note;
  const auto input = import_capture(file, "input", options, error, note);
  require(input.has_value() || !error.empty(), "what cannot be read has a reason");
  if (!input) return;
  for (const StreamInput& stream : input->streams) {
    require(!stream.packets.empty(), "a stream has packets");
    const auto delay = analyze_stream(stream).delay;
    require(!delay || delay->min >= 0 || delay->skew_removed, "nothing arrives before it is sent");
  }
  analyze(*input);
  list_and_hear("capture", data, size, *input);
}

std::string packet(std::uint16_t i) {
  const std::string sent = bytes({0x13}) + big(i) + big<std::uint16_t>(0) + bytes({0x27}) +
                           big(std::uint64_t{1'000'000'000} + i) + std::string(2, '\0');
  return udp(rtp_packet({.sequence = i, .timestamp = i * 160u, .payload_type = 96, .extension = sent}, 4));
}

/// A call's description, then its packets.
FuzzInput capture(std::uint32_t link, std::string (*frame)(const std::string&)) {
  Pcap pcap(link, true);
  for (const auto& message : trace::sip_exchange("10.0.0.1", "10.0.0.2", {{Medium::kAudio, 5006, 5006}}))
    pcap.add(1'990'000'000, frame(udp(message.text, 5060, 5060)));
  for (std::uint16_t i = 0; i < 6; ++i) pcap.add(2'000'000'000 + i * 20'000'000, frame(packet(i)));
  return input_of(pcap.file());
}

std::string little(std::uint32_t value) {
  const std::string reversed = big(value);
  return {reversed.rbegin(), reversed.rend()};
}

std::string block(std::uint32_t type, std::string body) {
  body.resize((body.size() + 3) / 4 * 4);
  const std::string length = little(static_cast<std::uint32_t>(body.size() + 12));
  return little(type) + length + body + length;
}

std::string option(int code, const std::string& value) {
  const auto low = static_cast<int>(value.size());
  return bytes({code, 0, low, 0}) + value + std::string((4 - value.size() % 4) % 4, '\0');
}

/// Two interfaces, the second with ns stamps; packets with the flags of direction.
std::string pcapng() {
  std::string file = block(0x0A0D0D0A, little(0x1A2B3C4D) + bytes({1, 0, 0, 0}) + std::string(8, '\xFF')) +
                     block(1, bytes({101, 0, 0, 0}) + little(0)) +
                     block(1, bytes({101, 0, 0, 0}) + little(0) + option(9, bytes({9})) + option(0, ""));
  for (std::uint16_t i = 0; i < 12; ++i) {
    const std::string frame = ipv4(packet(i / 2u));
    const auto size = static_cast<std::uint32_t>(frame.size());
    std::string body = little(i % 2) + little(0) + little(i * 20'000u) + little(size) + little(size) + frame;
    body.resize((body.size() + 3) / 4 * 4);
    file += block(6, body + option(2, little(i % 2 + 1)) + option(0, ""));
  }
  return file;
}

/// Blocks of a sound, in which one is lost, one late, one copied, and comfort noise between them.
FuzzInput sound(std::uint8_t type, std::size_t payload, std::uint32_t step) {
  Pcap pcap(kRawIp, true);
  std::int64_t at = 0;
  for (const std::uint16_t i : {0, 1, 2, 4, 3, 3, 6, 7, 8})
    pcap.add(at += 20'000'000,
             ipv4(udp(rtp_packet({i, i * step, 0x11223344, i == 7 ? std::uint8_t{13} : type}, i == 7 ? 1 : payload))));
  return input_of(pcap.file());
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  import(data, size, {});
  import(data, size, {.port = 5006, .ssrc = {}, .payloads = { { 96, Medium::kVideo, 90'000, "H264" } }});
  import(data, size, {.port = {}, .ssrc = 0x11223344, .payloads = { { 96, Medium::kAudio, 16'000, "L16" } }});
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  return {capture(kEthernet,
                  [](const std::string& s) {
                    return ethernet(ipv4(s), 0x0800, bytes({0x81, 0, 0, 5}));
                  }),
          capture(kRawIp,
                  [](const std::string& s) {
                    return ipv6(s, 60, bytes({17, 0, 0, 0, 0, 0, 0, 0}));
                  }),
          capture(kCooked1,
                  [](const std::string& s) {
                    return bytes({0, 4}) + std::string(12, '\0') + bytes({8, 0}) + ipv4(s);
                  }),
          capture(kCooked2,
                  [](const std::string& s) {
                    return bytes({8, 0}) + std::string(18, '\0') + ipv4(s);
                  }),
          sound(0, 160, 160),
          sound(8, 160, 160),
          sound(10, 3528, 882),
          sound(96, 640, 320),
          capture(kNull, [](const std::string& s) { return little(2) + ipv4(s); }),
          input_of(pcapng())};
}
