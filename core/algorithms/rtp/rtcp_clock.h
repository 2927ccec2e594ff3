#pragma once
// The questions and answers of the time protocol as RTCP APP packets, name "JSCK": subtype 0 asks, 1 answers; data, all
// big-endian 64-bit ns: t1, t2, t3, bound (all ones: the sender is not synchronised), slewed (the least number: not
// known; protocol version 1 ended before it). Both kinds are of one size and travel alone behind an empty receiver
// report (RFC 5506), so that a slow link takes as long for one as for the other.
#include <cstddef>
#include <optional>

#include "core/algorithms/rtp/rtcp.h"

namespace jitterscope::rtp {

struct ClockMessage {
  bool answer = false;
  Timestamp t1;                   // the slave's monotonic clock, just before it asked; comes back in the answer
  Timestamp t2, t3;               // conference: when the question came, just before the answer left; 0 in a question
  std::optional<Duration> bound;  // half-width of the sender's own synchronisation; the master's is its stamps' error
  // How far the sender's monotonic clock is ahead of its hardware clock (CLOCK_MONOTONIC_RAW), from any origin: what
  // its kernel slews it by.
  std::optional<Duration> slewed = {};
  bool operator==(const ClockMessage&) const = default;
};

inline constexpr std::size_t kClockMessageBytes = 8 + 12 + 40;

/// The whole datagram; bytes written: kClockMessageBytes, or 0 when `out` is smaller.
std::size_t write_clock_message(Bytes out, std::uint32_t ssrc, const ClockMessage& message);
/// nullopt: another application's packet, or not such a message.
std::optional<ClockMessage> parse_clock_message(const AppPacket& packet);

}  // namespace jitterscope::rtp
