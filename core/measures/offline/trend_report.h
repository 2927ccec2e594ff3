#pragma once
// The trend of the one-way delays of a finished stream, as `analyze --json` tells it.
#include <optional>

#include "core/measures/packets/packet_order.h"
#include "core/measures/views/trend_report.h"

namespace jitterscope {

/// "trend" (latecki04 §3.1), by the usual setting alone: ε is never raised to the noise floor as it is in a call.
/// Absent: no send time is known. O(n) time.
std::optional<TrendReport> trend_report(const PacketOrder& by_sequence);

}  // namespace jitterscope
