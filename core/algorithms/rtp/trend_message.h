#pragma once
// What two ends tell each other for rate control: an RTCP APP packet of name "JSTR" with a report of the delays of the
// sound that its sender receives (subtype bit 0), with its wish from which packet of its own sound on delays are to be
// judged (bit 1), or with both, in this order, all big-endian. It travels behind an empty receiver report, as small as
// RFC 5506 allows.
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/algorithms/rtp/rtcp.h"
#include "core/events/kinds/trend_reported.h"

namespace jitterscope::rtp {

struct TrendMessage {
  std::optional<TrendReported> report;  // `direction` and `at` are not carried; times go in µs, ratios in 1/32767
  std::optional<std::uint32_t> judge_from;
};

/// Of the largest datagram.
inline constexpr std::size_t kMostTrendBytes = 8 + 12 + 64 + 4;

/// The whole datagram; bytes written: 0 when there is nothing to tell or `out` is too small.
std::size_t write_trend_message(Bytes out, std::uint32_t ssrc, const TrendMessage& message);
/// nullopt: another packet, or one with values that cannot be (a ratio beyond ±1, an unknown phase or verdict, an
/// amount below 0). Sequences have 32 bits.
std::optional<TrendMessage> parse_trend_message(const AppPacket& packet);

}  // namespace jitterscope::rtp
