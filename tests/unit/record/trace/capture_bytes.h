#pragma once
// Captures made by hand, byte by byte.
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>

#include "core/measures/definitions/stream_input.h"
#include "core/record/import/capture_import.h"

namespace jitterscope::capture_bytes {

template <typename T>
std::string big(T value) {
  std::string out;
  for (int shift = static_cast<int>(sizeof value) * 8 - 8; shift >= 0; shift -= 8)
    out += static_cast<char>(value >> shift & 0xFF);
  return out;
}

inline std::string bytes(std::initializer_list<int> values) {
  std::string out;
  for (const int value : values) out += static_cast<char>(value);
  return out;
}

struct Rtp {
  std::uint16_t sequence = 0;
  std::uint32_t timestamp = 0, ssrc = 0x11223344;
  std::uint8_t payload_type = 0;
  bool marker = false;
  std::string extension = {};  // elements of the one-byte profile, padded to words by the caller
};

inline std::string rtp_packet(const Rtp& packet, std::size_t payload = 160) {
  std::string out = bytes({packet.extension.empty() ? 0x80 : 0x90, packet.payload_type | (packet.marker ? 0x80 : 0)});
  out += big(packet.sequence) + big(packet.timestamp) + big(packet.ssrc);
  if (!packet.extension.empty())
    out += bytes({0xBE, 0xDE}) + big(static_cast<std::uint16_t>(packet.extension.size() / 4)) + packet.extension;
  return out + std::string(payload, 'x');
}

inline std::string udp(std::string_view payload, std::uint16_t from = 5006, std::uint16_t to = 5006) {
  return big(from) + big(to) + big(static_cast<std::uint16_t>(payload.size() + 8)) + bytes({0, 0}) +
         std::string(payload);
}

/// From 10.0.0.1 to 10.0.0.2, say.
inline std::string ipv4_between(int from, int to, std::string_view segment, std::uint16_t fragment = 0,
                                int protocol = 17) {
  return bytes({0x45, 0}) + big(static_cast<std::uint16_t>(segment.size() + 20)) + bytes({0, 0}) + big(fragment) +
         bytes({64, protocol, 0, 0, 10, 0, 0, from, 10, 0, 0, to}) + std::string(segment);
}
inline std::string ipv4(std::string_view segment, std::uint16_t fragment = 0, int protocol = 17) {
  return ipv4_between(1, 2, segment, fragment, protocol);
}

/// `headers`: extension headers, the first of which is of type `next`.
inline std::string ipv6(std::string_view segment, int next = 17, std::string_view headers = {}) {
  return bytes({0x60, 0, 0, 0}) + big(static_cast<std::uint16_t>(segment.size() + headers.size())) + bytes({next, 64}) +
         std::string(15, '\0') + '\1' + std::string(15, '\0') + '\2' + std::string(headers) + std::string(segment);
}

inline std::string ethernet(std::string_view packet, std::uint16_t type = 0x0800, std::string_view tags = {}) {
  return std::string(12, '\0') + std::string(tags) + big(type) + std::string(packet);
}

/// A pcap file, big-endian as its magic says.
class Pcap {
 public:
  explicit Pcap(std::uint32_t link_type, bool nanoseconds = false)
      : bytes_(big<std::uint32_t>(nanoseconds ? 0xA1B23C4D : 0xA1B2C3D4) + bytes({0, 2, 0, 4}) + std::string(8, '\0') +
               big<std::uint32_t>(262144) + big(link_type)),
        unit_(nanoseconds ? 1 : 1000) {}
  Pcap& add(std::int64_t at_ns, std::string_view frame, std::size_t most = 262144) {
    const std::string_view captured = frame.substr(0, most);
    bytes_ += big(static_cast<std::uint32_t>(at_ns / 1'000'000'000)) +
              big(static_cast<std::uint32_t>(at_ns % 1'000'000'000 / unit_)) +
              big(static_cast<std::uint32_t>(captured.size())) + big(static_cast<std::uint32_t>(frame.size())) +
              std::string(captured);
    return *this;
  }
  const std::string& file() const { return bytes_; }

 private:
  std::string bytes_;
  std::int64_t unit_;
};

inline constexpr std::uint32_t kEthernet = 1, kNull = 0, kRawIp = 101, kCooked1 = 113, kCooked2 = 276;

/// So many packets of a stream, one each 20 ms, whose timestamps rise by `step` from one to the next.
inline Pcap stream_of_20_ms(int packets, std::uint32_t step, Rtp fields = {}) {
  Pcap pcap(kRawIp);
  for (int i = 0; i < packets; ++i) {
    fields.sequence = static_cast<std::uint16_t>(i);
    fields.timestamp = static_cast<std::uint32_t>(i) * step;
    pcap.add(i * 20'000'000ll, ipv4(udp(rtp_packet(fields))));
  }
  return pcap;
}

/// `bytes` as an open file; they must outlive it. For import_capture, which closes it.
inline std::FILE* open(const std::string& bytes) {
  return fmemopen(const_cast<char*>(bytes.data()), bytes.size(), "rb");
}

struct Imported {
  std::optional<AnalysisInput> input;
  std::string error, note;
};
inline Imported import(const std::string& file, const CaptureOptions& options = {}) {
  Imported result;
  result.input = import_capture(open(file), "test.pcap", options, result.error, result.note);
  return result;
}

}  // namespace jitterscope::capture_bytes
