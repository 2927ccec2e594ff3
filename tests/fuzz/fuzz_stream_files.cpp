// Files from anywhere: captures, rtpdump files and packet lists.
#include <cstdio>
#include <string>
#include <string_view>

#include "core/trace/capture_import.h"
#include "core/trace/csv_import.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/trace/capture_bytes.h"

namespace {

using namespace jitterscope;
using namespace capture_bytes;

void require_sense(const std::optional<AnalysisInput>& input, const std::string& error) {
  require(input.has_value() || !error.empty(), "what cannot be read has a reason");
  if (!input) return;
  for (const StreamInput& stream : input->streams) {
    require(!stream.packets.empty(), "a stream has packets");
    for (const PacketObservation& packet : stream.packets)
      if (packet.sent) require(*packet.sent <= packet.received, "nothing arrives before it is sent");
  }
}

std::string packet(std::uint16_t i) {
  const std::string sent = bytes({0x13}) + big(i) + big<std::uint16_t>(0) + bytes({0x27}) +
                           big(std::uint64_t{1'000'000'000} + i) + std::string(2, '\0');
  return udp(rtp({.sequence = i, .timestamp = i * 160u, .payload_type = 96, .extension = sent}, 4));
}

FuzzInput capture(std::uint32_t link, std::string (*frame)(const std::string&)) {
  Pcap pcap(link, true);
  for (std::uint16_t i = 0; i < 6; ++i) pcap.add(2'000'000'000 + i * 20'000'000, frame(packet(i)));
  return {pcap.file().begin(), pcap.file().end()};
}

FuzzInput of(std::string_view text) {
  return {text.begin(), text.end()};
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

std::string pcapng() {
  std::string file = block(0x0A0D0D0A, little(0x1A2B3C4D) + bytes({1, 0, 0, 0}) + std::string(8, '\xFF')) +
                     block(1, bytes({101, 0, 0, 0}) + little(0));
  for (std::uint16_t i = 0; i < 6; ++i) {
    const std::string frame = ipv4(packet(i));
    const auto size = static_cast<std::uint32_t>(frame.size());
    file += block(6, little(0) + little(0) + little(i * 20'000u) + little(size) + little(size) + frame);
  }
  return file;
}

std::string rtpdump() {
  std::string file = "#!rtpplay1.0 10.0.0.2/5006\n" + std::string(16, '\0');
  for (std::uint16_t i = 0; i < 6; ++i) {
    const std::string one = rtp({.sequence = i, .timestamp = i * 160u}, 4);
    file += big(static_cast<std::uint16_t>(one.size() + 8)) + big(static_cast<std::uint16_t>(one.size())) +
            big(i * 20u) + one;
  }
  return file;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string error, note;
  if (size > 0) {
    if (std::FILE* file = fmemopen(const_cast<std::uint8_t*>(data), size, "rb"))
      require_sense(import_capture(file, "input", {}, error, note), error);
    if (std::FILE* file = fmemopen(const_cast<std::uint8_t*>(data), size, "rb"))
      require_sense(import_capture(file, "input", {.port = 5006, .ssrc = {}}, error, note), error);
  }
  require_sense(parse_rtpdump(text, {}, error, note), error);
  require(parse_csv(text, error).has_value() || !error.empty(), "a bad list has a reason");
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
          capture(kCooked2,
                  [](const std::string& s) {
                    return bytes({8, 0}) + std::string(18, '\0') + ipv4(s);
                  }),
          of(pcapng()),
          of(rtpdump()),
          of("seq,send_us,recv_us,size,frame\n1,10,20,100,1\n65535,,40.5,,\n0,30,60,7,2\n")};
}
