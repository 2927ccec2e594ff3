#include "core/algorithms/rate/size_on_link.h"

#include "core/events/bytes_on_link.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/setting_change.h"
#include "core/events/settings/transport.h"

namespace jitterscope {

void SizeOnLink::add(const SettingChanged& setting) {
  const auto set = as<setting::Transport>(setting);
  if (set && setting.end == End::kLocal) picture_ = set->value;
}

std::int64_t SizeOnLink::bytes(const PacketSent& packet) const {
  return bytes_on_link(packet.medium == Medium::kAudio ? Transport::kUdp : picture_, 1, packet.size);
}

}  // namespace jitterscope
