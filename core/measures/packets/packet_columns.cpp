#include "core/measures/packets/packet_columns.h"

namespace jitterscope {

PacketColumns::PacketColumns(std::span<const PacketObservation> packets) {
  for (const PacketObservation& packet : packets) push_back(packet);
}

void PacketColumns::push_back(const PacketObservation& packet) {
  const auto known = [](const auto& value) -> std::int64_t { return value ? *value : PackedNumbers::kAbsent; };
  sequences_.push_back(packet.sequence);
  received_.push_back(packet.received.ns());
  sent_.push_back(packet.sent ? packet.sent->ns() : PackedNumbers::kAbsent);
  rtp_timestamps_.push_back(known(packet.rtp_timestamp));
  frames_.push_back(known(packet.frame));
  blocks_.push_back(known(packet.block));
  sizes_.push_back(known(packet.size));
  flags_.push_back((packet.marker ? kMarker : 0) | (packet.timed ? 0 : kUntimed) |
                   (packet.payload_type ? (*packet.payload_type + 1) * kTypes : 0));
  if (packet.decoding_frame || any_decoding_frame()) push_decoding(packet);
}

void PacketColumns::push_decoding(const PacketObservation& packet) {
  for (PackedNumbers* column : {&decoding_frames_, &decoding_timestamps_})
    while (column->size() + 1 < size()) column->push_back(PackedNumbers::kAbsent);
  decoding_frames_.push_back(packet.decoding_frame.value_or(PackedNumbers::kAbsent));
  decoding_timestamps_.push_back(packet.decoding_timestamp.value_or(PackedNumbers::kAbsent));
}

PacketObservation PacketColumns::operator[](std::size_t i) const {
  return {sequence(i), received(i), sent(i),           rtp_timestamp(i),      frame(i),       block(i), size(i),
          marker(i),   timed(i),    decoding_frame(i), decoding_timestamp(i), payload_type(i)};
}

bool PacketColumns::surely_within(std::int64_t reach) const {
  for (const PackedNumbers* column : {&sequences_, &received_, &sent_, &rtp_timestamps_, &frames_})
    if (!column->surely_within(-reach, reach)) return false;
  return !sequences_.any_absent() && !received_.any_absent();
}

std::size_t PacketColumns::bytes() const {
  std::size_t bytes = 0;
  for (const PackedNumbers* column : {&sequences_, &received_, &sent_, &rtp_timestamps_, &frames_, &blocks_, &sizes_,
                                      &flags_, &decoding_frames_, &decoding_timestamps_})
    bytes += column->bytes();
  return bytes;
}

}  // namespace jitterscope
