#include "core/algorithms/signalling/arrivals_json.h"

#include <limits>

#include "core/algorithms/signalling/messages.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kMostBlock = std::numeric_limits<std::uint16_t>::max(), kMostOffsetUs = 600'000'000;

std::optional<PeerPacket> read_packet(const Json& row) {
  if (!row.is_array() || row.size() != 2) return std::nullopt;
  const auto block = whole_number(row[0]), us = whole_number(row[1]);
  if (!block || !us || *block < 0 || *block > kMostBlock || *us < 0 || *us > kMostOffsetUs) return std::nullopt;
  PeerPacket packet;
  packet.block = static_cast<std::uint16_t>(*block);
  packet.offset = Duration::us(*us);
  return packet;
}

}  // namespace

Json write_arrivals(const std::vector<PeerPacket>& packets) {
  const PeerPacket first = packets.empty() ? PeerPacket{} : packets.front();
  Json rows = Json::array();
  for (const PeerPacket& packet : packets) {
    const std::int64_t us = (packet.offset.ns() + 500) / 1000;
    const bool same = packet.ssrc == first.ssrc && packet.frame == first.frame;
    if (rows.size() < kMostArrivals && same && packet.offset.ns() >= 0 && us <= kMostOffsetUs)
      rows.push_back({packet.block, us});
  }
  return {{"ssrc", first.ssrc}, {"frame", first.frame}, {"packets", std::move(rows)}};
}

std::vector<PeerPacket> read_arrivals(JsonFields& fields) {
  const auto ssrc = static_cast<std::uint32_t>(fields.integer("ssrc", 0, std::numeric_limits<std::uint32_t>::max()));
  const std::int64_t frame = fields.integer("frame", 0, kLargestExact);
  std::vector<PeerPacket> packets;
  for (const Json& row : fields.array("packets", kMostArrivals)) {
    auto packet = read_packet(row);
    if (!packet) {
      fields.fail("\"packets\" holds a row that is none");
      continue;
    }
    packet->ssrc = ssrc;
    packet->frame = frame;
    packets.push_back(*packet);
  }
  return packets;
}

}  // namespace jitterscope
