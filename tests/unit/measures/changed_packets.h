#pragma once
// Packets of a stream that a test changes: in a StreamInput they are columns.
#include <vector>

#include "core/measures/definitions/stream_input.h"

namespace jitterscope {

/// change(std::vector<PacketObservation>&)
template <typename Change>
void change_packets(StreamInput& stream, const Change& change) {
  std::vector<PacketObservation> packets(stream.packets.begin(), stream.packets.end());
  change(packets);
  stream.packets = packets;
}

/// change(PacketObservation&) of each.
template <typename Change>
void change_each_packet(StreamInput& stream, const Change& change) {
  change_packets(stream, [&](auto& packets) {
    for (PacketObservation& packet : packets) change(packet);
  });
}

}  // namespace jitterscope
