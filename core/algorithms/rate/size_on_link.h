#pragma once
#include <cstdint>

#include "core/events/kinds/setting_changed.h"
#include "core/events/setting_change.h"
#include "core/events/settings/transport.h"

namespace jitterscope {

struct PacketSent;

/// Of this end's packets, with all headers: the picture's transport is a setting, sound always goes by UDP.
class SizeOnLink {
 public:
  void add(const SettingChanged& setting) {
    const auto set = as<setting::Transport>(setting);
    if (set && setting.end == End::kLocal) picture_ = set->value;
  }
  std::int64_t bytes(const PacketSent& packet) const;

 private:
  Transport picture_ = Transport::kUdp;
};

}  // namespace jitterscope
