#pragma once
// The packets of a finished stream as rows of a list: what Wireshark's analysis of an RTP stream lists, and the packets
// that did not come.
#include "core/measures/definitions/stream_input.h"
#include "core/measures/views/file/packet_row.h"

namespace jitterscope {

/// A gap with more numbers is one row.
inline constexpr std::int64_t kMostLostOneByOne = 1000;

/// In order of arrival, what was lost just before the next number that came. `began` is second 0. The largest delta,
/// the mean and the largest jitter, and the numbers lost are those of analyze_stream(). Packets with a number or time
/// beyond 2^61 are left out. O(n log n) time. Once there are two million rows, a gap is one row. Any thread.
StreamPackets packet_rows(const StreamInput& stream, Timestamp began);

}  // namespace jitterscope
