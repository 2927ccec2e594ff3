#pragma once
// A packet that has come, as a step is given it.
#include <optional>

#include "core/algorithms/rtp/rtp_packet.h"
#include "core/base/units/time.h"

namespace jitterscope {

struct Arrival {
  rtp::ConstBytes bytes;            // valid while it is taken
  Timestamp received;               // local: when it was fetched
  std::optional<Timestamp> kernel;  // local: the kernel's receive stamp
  bool truncated = false;           // it was larger than the buffer
  std::int32_t size() const { return static_cast<std::int32_t>(bytes.size()); }
};

}  // namespace jitterscope
