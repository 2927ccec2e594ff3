#pragma once
#include <cstdint>

#include "core/events/rate_setting.h"

namespace jitterscope {

struct PacketSent;
struct SettingChanged;

/// Of this end's packets, with all headers: the picture's transport is a setting, sound always goes by UDP.
class SizeOnLink {
 public:
  void add(const SettingChanged& setting);
  std::int64_t bytes(const PacketSent& packet) const;

 private:
  Transport picture_ = Transport::kUdp;
};

}  // namespace jitterscope
