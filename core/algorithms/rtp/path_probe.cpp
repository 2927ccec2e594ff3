#include "core/algorithms/rtp/path_probe.h"

#include "core/algorithms/rtp/byte_order.h"

namespace jitterscope::rtp {
namespace {

constexpr std::array<char, 4> kProbeName{'J', 'S', 'P', 'P'};
constexpr std::size_t kProbeBytes = 12;

}  // namespace

std::size_t write_path_probe(Bytes out, const PathProbe& probe) {
  std::array<std::uint8_t, kProbeBytes> data;
  std::uint8_t* p = data.data();
  write64(p, probe.token);
  write32(p, probe.asked_ssrc);
  RtcpWriter writer(out);
  const bool written = out.size() >= kPathProbeBytes && writer.receiver_report(probe.ssrc, {}) &&
                       writer.app({static_cast<std::uint8_t>(probe.answer), probe.ssrc, kProbeName, data});
  return written ? writer.size() : 0;
}

std::optional<PathProbe> parse_path_probe(const AppPacket& packet) {
  if (packet.name != kProbeName || packet.subtype > 1 || packet.data.size() != kProbeBytes) return std::nullopt;
  return PathProbe{packet.subtype == 1, packet.ssrc, read64(packet.data.data()), read32(packet.data.data() + 8)};
}

std::optional<PathProbe> path_question(ConstBytes datagram) {
  if (datagram.size() != kPathProbeBytes) return std::nullopt;
  const auto compound = parse_rtcp(datagram);
  const auto probe = compound && compound->app ? parse_path_probe(*compound->app) : std::nullopt;
  return probe && !probe->answer ? probe : std::nullopt;
}

}  // namespace jitterscope::rtp
