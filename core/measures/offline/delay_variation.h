#pragma once
// How delays and spacing vary, where the clocks of both ends need not agree.
#include <cstdint>
#include <optional>

#include "core/measures/packets/packet_order.h"
#include "core/measures/views/stream_report.h"

namespace jitterscope {

/// RFC 3393 between packets of consecutive sequence numbers. Absent where no send time is known, or there is no pair.
std::optional<IpdvReport> ipdv_report(const PacketOrder& by_sequence);

/// RFC 3550's filter on send times. Absent with fewer than two of them.
std::optional<Rfc3550Report> send_time_jitter(const PacketTimes& by_arrival);

}  // namespace jitterscope
