#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// A report block of an RTCP SR or RR, received from or sent to the remote, or the sender info of a received SR that
/// has no block of a stream of this end (rtcp thread).
struct RtcpReported {
  Medium medium{};
  Direction direction{};
  std::optional<std::uint32_t> ssrc;  // the stream reported on; absent, as what follows: a sender report alone
  std::optional<double> fraction_lost;
  std::optional<std::int32_t> cumulative_lost;
  std::optional<std::uint32_t> highest_sequence;
  std::optional<double> jitter_ms, round_trip_ms;
  Timestamp at;
  // Sender info of a received SR: what the remote end has sent of its own stream, modulo 2^32.
  std::optional<std::uint32_t> sender_ssrc = {}, sender_packets = {}, sender_octets = {};

  constexpr Belonging belonging() const {
    const bool of_remote = direction == Direction::kReceived;
    if (!ssrc) return Belonging::of_participant(of_remote);
    return of_remote ? Belonging::told(medium, ssrc) : Belonging::measured(medium, ssrc);
  }
};

template <>
struct trace::Table<RtcpReported> {
  static constexpr std::string_view name = "rtcp_reported";
  static constexpr std::string_view meaning =
      "a report block of an RTCP SR or RR, or a received SR that has none of a stream of this end";
  static constexpr auto local = &RtcpReported::at;
  template <typename E = RtcpReported>
  static auto columns() {
    return trace::columns(
        column("medium", &E::medium, "audio or video"),
        column("direction", &E::direction, "of the report: sent or received"),
        column("ssrc", &E::ssrc, "the stream reported on; NULL, as the next four: a sender report alone"),
        column("fraction_lost", &E::fraction_lost, "of 1").within(kShare),
        column("cumulative_lost", &E::cumulative_lost), column("highest_sequence", &E::highest_sequence),
        column("jitter_ms", &E::jitter_ms).within(kSpreadMs),
        column("round_trip_ms", &E::round_trip_ms).within(kMeasuredMs),
        column("sender_ssrc", &E::sender_ssrc, "of a received SR: the stream that its sender info is of"),
        column("sender_packets", &E::sender_packets, "sent since that stream began, modulo 2^32"),
        column("sender_octets", &E::sender_octets, "payload bytes sent, modulo 2^32"));
  }
};

}  // namespace jitterscope
