#include <map>

#include "core/trace/export.h"
#include "core/trace/output_file.h"
#include "core/trace/trace_packets.h"

namespace jitterscope {

std::optional<WrittenFiles> export_pcapng(const TraceReader& trace, const std::string& out, std::string& error) {
  const auto packets = trace::read_packets(trace, error);
  if (!packets) return std::nullopt;
  const Duration to_real_time = trace.meta().realtime_offset.value_or(Duration());
  std::map<std::pair<Direction, std::uint32_t>, trace::UdpPath> paths;
  trace::OutputFile file(out);
  file.write(trace::pcapng_head());
  for (const trace::TracedPacket& packet : *packets) {
    const std::pair key(packet.direction, packet.header.ssrc);
    auto path = paths.find(key);
    if (path == paths.end())
      path =
          paths.emplace(key, trace::path_of(trace.find_stream(key.first, key.second), key.first, packet.medium)).first;
    trace::RtpHeaderBytes buffer;
    const auto rtp_header = trace::wire_header(packet, buffer);
    std::string captured = trace::pcapng_ip_udp(path->second, packet.size);
    const std::size_t original_size = captured.size() + packet.size;
    captured.append(rtp_header.begin(), rtp_header.end());
    file.write(trace::pcapng_packet(packet.at + to_real_time, captured, original_size));
  }
  if (!file.finish(error)) return std::nullopt;
  return WrittenFiles{out};
}

}  // namespace jitterscope
