#pragma once
// Which frame is reported to the other end, as its packets came here. Pure; any thread.
#include <cstdint>
#include <optional>
#include <vector>

#include "core/events/kinds/peer_packet.h"
#include "core/measures/views/stream_snapshot.h"

namespace jitterscope {

/// The packets of the newest frame of the received video after which another began, at most message::Arrivals::kMost of
/// them; empty when that is `told` (reported) or there is none. Offsets are by this end's clock, `at` is not set.
std::vector<PeerPacket> newest_arrivals(const StreamSnapshot& received, std::optional<std::int64_t> told);

}  // namespace jitterscope
