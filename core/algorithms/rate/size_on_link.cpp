#include "core/algorithms/rate/size_on_link.h"

#include "core/events/bytes_on_link.h"
#include "core/events/kinds/packet_sent.h"

namespace jitterscope {

std::int64_t SizeOnLink::bytes(const PacketSent& packet) const {
  return bytes_on_link(packet.medium == Medium::kAudio ? Transport::kUdp : picture_, 1, packet.size);
}

}  // namespace jitterscope
