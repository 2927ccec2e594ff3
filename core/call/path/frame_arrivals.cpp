#include "core/call/path/frame_arrivals.h"

#include <algorithm>

#include "core/algorithms/signalling/messages/arrivals.h"

namespace jitterscope {

std::vector<PeerPacket> newest_arrivals(const StreamSnapshot& received, std::optional<std::int64_t> told) {
  const auto& dots = received.last_packets;
  if (received.foreign || dots.empty()) return {};
  const auto of_newest =
      std::find_if(dots.rbegin(), dots.rend(), [&](const PacketDot& dot) { return dot.frame != dots.back().frame; });
  if (of_newest == dots.rend() || of_newest->frame == told) return {};
  std::vector<PeerPacket> packets;
  for (const PacketDot& dot : dots) {
    if (dot.frame != of_newest->frame || packets.size() == message::Arrivals::kMost) continue;
    packets.push_back({received.ssrc, dot.frame, dot.block, Duration::from_ms(dot.offset_ms), {}});
  }
  return packets;
}

}  // namespace jitterscope
