#include <utility>

#include "core/lab/latecki04/simulated_ends.h"

namespace jitterscope::latecki04 {

PicturePath::PicturePath(const RateScenario& scenario, std::uint64_t seed, SimulatedLink& link,
                         SimulatedReceiver& receiver)
    : link_(link), receiver_(receiver), carrier_(scenario.carrier ? scenario.carrier(seed) : nullptr) {}

int PicturePath::header_bytes() const {
  return carrier_ ? carrier_->header_bytes() : kUdpHeaderBytes;
}

void PicturePath::send(const PicturePacket& packet, Timestamp now) {
  if (carrier_) {
    carrier_->send(packet.frame, packet.block, packet.bytes, now);
    return serve_carrier(now);
  }
  InLink inside{InLink::Kind::kPicture, packet.bytes + kUdpHeaderBytes, packet.block, packet.frame};
  inside.tag = static_cast<std::uint64_t>(packet.sequence);
  link_.enter(inside, LinkWay::kUp, link::Traffic::kVideo, now);
}

void PicturePath::arrived(const SimulatedLink::Arrival& arrival) {
  const InLink& packet = arrival.packet;
  if (packet.kind == InLink::Kind::kCarrier) {
    carrier_->arrived(packet.tag, arrival.way, arrival.at);
    return serve_carrier(arrival.at);
  }
  receiver_.take_picture(static_cast<std::int64_t>(packet.tag),
                         {packet.number, packet.block, packet.bytes - kUdpHeaderBytes, arrival.at});
}

void PicturePath::step(Timestamp now) {
  if (!next_time() || *next_time() > now) return;
  carrier_->advance(now);
  serve_carrier(now);
}

void PicturePath::serve_carrier(Timestamp now) {
  for (const auto& packet : std::exchange(carrier_->to_link, {})) {
    InLink inside{InLink::Kind::kCarrier, packet.bytes};
    inside.tag = packet.tag;
    link_.enter(inside, packet.way, link::Traffic::kVideo, now);
  }
  for (const auto& packet : std::exchange(carrier_->taken, {})) receiver_.take_picture(carried_sequence_++, packet);
}

}  // namespace jitterscope::latecki04
