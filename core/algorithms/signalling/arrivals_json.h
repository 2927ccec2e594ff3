#pragma once
// How the packets of one frame came, as compact rows: [block, µs since the frame's first].
#include <vector>

#include "core/algorithms/signalling/json_fields.h"
#include "core/events/kinds/peer_packet.h"

namespace jitterscope {

/// {"ssrc", "frame", "packets"} of the first's stream and frame; at most kMostArrivals. What a reader would refuse is
/// left out.
Json write_arrivals(const std::vector<PeerPacket>&);
/// At most kMostArrivals rows, each at most ten minutes after the first packet.
std::vector<PeerPacket> read_arrivals(JsonFields&);

}  // namespace jitterscope
