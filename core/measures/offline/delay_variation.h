#pragma once
// One-way delays and how they vary.
#include <optional>
#include <vector>

#include "core/measures/definitions/rfc3550_jitter.h"
#include "core/measures/packets/packet_order.h"
#include "core/measures/views/delay_report.h"

namespace jitterscope {

/// Of delays in ms, in any order. Absent: there is none.
std::optional<DelayReport> delay_report(std::vector<double> delays_ms, std::optional<double> uncertainty);
PdvReport pdv_report(const DelayReport&);
/// RFC 3393 between packets of consecutive sequence numbers. Absent where no send time is known, or there is no pair.
std::optional<IpdvReport> ipdv_report(const PacketOrder& by_sequence);

/// Absent before the second packet.
std::optional<Rfc3550Report> report_of(const Rfc3550Jitter&);
/// RFC 3550's filter on send times, on a clock of nanoseconds. Absent with fewer than two of them.
std::optional<Rfc3550Report> send_time_jitter(const PacketTimes& by_arrival);

}  // namespace jitterscope
