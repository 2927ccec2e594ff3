#pragma once
#include <cstdint>

namespace jitterscope {

/// A packet of the last frames, for the departures-and-arrivals plot. Times in ms since its frame's first packet.
struct PacketDot {
  std::int64_t frame = 0;
  std::uint16_t block = 0;
  double at_s = 0;       // seconds since the call began
  double offset_ms = 0;  // since the first packet of the frame
};

}  // namespace jitterscope
