#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/record/datagrams/capture_format.h"
#include "core/record/disk/output_file.h"
#include "core/record/export/export.h"
#include "core/record/export/trace_packets.h"

namespace jitterscope {
namespace {

template <typename Number>
void put(std::string& out, Number value) {
  for (int shift = static_cast<int>(sizeof value) * 8 - 8; shift >= 0; shift -= 8)
    out += static_cast<char>(value >> shift & 0xFF);
}

/// There is no room for another one.
std::uint32_t ipv4_or_zero(const std::string& address) {
  in_addr read{};
  return inet_pton(AF_INET, address.c_str(), &read) == 1 ? ntohl(read.s_addr) : 0;
}

/// The file's first line and header. The address of the first line is where the packets went.
std::string head(const trace::UdpPath& path, Timestamp begin) {
  std::string out = fmt::format("#!rtpplay1.0 {}/{}\n", path.destination_address, path.destination_port);
  const auto us = static_cast<std::uint64_t>(std::max<std::int64_t>(begin.ns(), 0)) / 1000;
  put(out, static_cast<std::uint32_t>(us / 1'000'000));
  put(out, static_cast<std::uint32_t>(us % 1'000'000));
  put(out, ipv4_or_zero(path.source_address));
  put(out, path.source_port);
  put<std::uint16_t>(out, 0);
  return out;
}

std::string entry(const trace::TracedPacket& packet, Duration since_begin) {
  constexpr std::size_t kLongest = std::numeric_limits<std::uint16_t>::max();
  trace::RtpHeaderBytes buffer;
  const auto rtp_header = trace::wire_header(packet, buffer);
  std::string out;
  put(out, static_cast<std::uint16_t>(trace::kRtpdumpEntryHeaderBytes + rtp_header.size()));
  put(out, static_cast<std::uint16_t>(std::min(packet.size, kLongest)));
  put(out, static_cast<std::uint32_t>(since_begin.ns() / 1'000'000));
  return out.append(rtp_header.begin(), rtp_header.end());
}

}  // namespace

std::optional<WrittenFiles> export_rtpdump(const TraceReader& trace, const std::string& out, std::string& error) {
  auto packets = trace::read_packets(trace, error);
  if (!packets) return std::nullopt;
  const auto is = [](Direction direction) { return [=](const auto& packet) { return packet.direction == direction; }; };
  if (std::any_of(packets->begin(), packets->end(), is(Direction::kReceived)))
    std::erase_if(*packets, is(Direction::kSent));
  if (packets->empty()) {
    error = trace.path() + " holds no packets to export.";
    return std::nullopt;
  }
  const trace::TracedPacket& first = packets->front();
  const TraceStream* stream = trace.find_stream(first.key());
  trace::OutputFile file(out);
  file.write(head(trace::path_of(stream, first.direction, first.medium),
                  first.at + trace.meta().realtime_offset.value_or(Duration())));
  for (const trace::TracedPacket& packet : *packets) file.write(entry(packet, packet.at - first.at));
  if (!file.finish(error)) return std::nullopt;
  return WrittenFiles{out};
}

}  // namespace jitterscope
