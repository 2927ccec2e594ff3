#include "core/algorithms/link/packet_queue.h"

#include <limits>

namespace jitterscope::link {
namespace {

constexpr int kMostWaiting = 1'000'000;

}  // namespace

void PacketQueue::set_limits(const LinkSetting& setting) {
  most_packets_ = static_cast<std::size_t>(setting.limit_packets.value_or(kMostWaiting));
  most_bytes_ = setting.limit_bytes.value_or(std::numeric_limits<std::int64_t>::max());
  audio_first_ = setting.audio_first;
}

bool PacketQueue::push(const Packet& packet) {
  const bool first = audio_first_ && (packet.traffic == Traffic::kAudio || packet.traffic == Traffic::kControl);
  Band& band = bands_[first ? 0 : 1];
  if (band.waiting.size() >= most_packets_ || band.bytes + packet.bytes > most_bytes_) return false;
  band.waiting.push(packet);
  band.bytes += packet.bytes;
  return true;
}

std::optional<Packet> PacketQueue::pop() {
  for (Band& band : bands_) {
    if (band.waiting.empty()) continue;
    const Packet packet = band.waiting.front();
    band.waiting.pop();
    band.bytes -= packet.bytes;
    return packet;
  }
  return std::nullopt;
}

QueueState PacketQueue::state() const {
  return {static_cast<int>(bands_[0].waiting.size() + bands_[1].waiting.size()), bands_[0].bytes + bands_[1].bytes};
}

}  // namespace jitterscope::link
