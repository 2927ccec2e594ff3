#include <algorithm>
#include <map>

#include "core/record/disk/output_file.h"
#include "core/record/export/export.h"
#include "core/record/export/sip_exchange.h"
#include "core/record/export/trace_packets.h"

namespace jitterscope {
namespace {

constexpr std::string_view kExchangeComment =
    "Not on the wire: Jitterscope describes the streams of this capture to its readers.";

using Paths = std::map<TraceStreamKey, trace::UdpPath>;

Paths paths_of(const TraceReader& trace, const std::vector<trace::TracedPacket>& packets) {
  Paths paths;
  for (const trace::TracedPacket& packet : packets) {
    const TraceStreamKey key = packet.key();
    if (!paths.contains(key)) paths.emplace(key, trace::path_of(trace.find_stream(key), key.direction, key.medium));
  }
  return paths;
}

std::string captured(const trace::UdpPath& path, std::size_t size, std::string_view payload) {
  return trace::pcapng_ip_udp(path, size).append(payload);
}

/// The exchange between the ends of the first packet, up to 3 ms before it.
void write_exchange(const std::vector<trace::TracedPacket>& packets, const Paths& paths, Duration to_real_time,
                    trace::OutputFile& file) {
  if (packets.empty()) return;
  std::vector<trace::SignalledMedium> media;
  for (const trace::TracedPacket& packet : packets) {
    const trace::UdpPath& path = paths.at(packet.key());
    const bool sent = packet.direction == Direction::kSent;
    const trace::SignalledMedium signalled{packet.medium, sent ? path.source_port : path.destination_port,
                                           sent ? path.destination_port : path.source_port};
    if (std::find(media.begin(), media.end(), signalled) == media.end()) media.push_back(signalled);
  }
  const trace::UdpPath& first = paths.at(packets.front().key());
  const bool sent = packets.front().direction == Direction::kSent;
  const std::string &here = sent ? first.source_address : first.destination_address,
                    &there = sent ? first.destination_address : first.source_address;
  const auto exchange = trace::sip_exchange(here, there, media);
  auto before = static_cast<std::int64_t>(exchange.size());
  for (const trace::SipMessage& message : exchange) {
    const bool leaves = message.direction == Direction::kSent;
    const std::string bytes = captured({leaves ? here : there, leaves ? there : here, trace::kSipPort, trace::kSipPort},
                                       message.text.size(), message.text);
    file.write(trace::pcapng_packet({packets.front().at + to_real_time - Duration::ms(before--), bytes, bytes.size(),
                                     message.direction, kExchangeComment}));
  }
}

}  // namespace

std::optional<WrittenFiles> export_pcapng(const TraceReader& trace, const std::string& out, std::string& error) {
  const auto packets = trace::read_packets(trace, error);
  if (!packets) return std::nullopt;
  const Duration to_real_time = trace.meta().realtime_offset.value_or(Duration());
  const Paths paths = paths_of(trace, *packets);
  trace::OutputFile file(out);
  file.write(trace::pcapng_head());
  write_exchange(*packets, paths, to_real_time, file);
  for (const trace::TracedPacket& packet : *packets) {
    trace::RtpHeaderBytes buffer;
    const auto header = trace::wire_header(packet, buffer);
    const std::string bytes =
        captured(paths.at(packet.key()), packet.size, {reinterpret_cast<const char*>(header.data()), header.size()});
    const std::size_t original_size = bytes.size() - header.size() + packet.size;
    file.write(trace::pcapng_packet({packet.at + to_real_time, bytes, original_size, packet.direction, {}}));
  }
  if (!file.finish(error)) return std::nullopt;
  return WrittenFiles{out};
}

}  // namespace jitterscope
