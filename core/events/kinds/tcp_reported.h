#pragma once
#include <cstdint>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"

namespace jitterscope {

/// What the kernel says of the connection that carries the picture (TCP_INFO), ten times a second while there is one
/// (video-send thread). Counts since it was made.
struct TcpReported {
  double round_trip_ms = 0, round_trip_variation_ms = 0;  // smoothed
  std::int32_t congestion_window = 0;                     // segments
  std::int64_t retransmitted = 0;                         // segments
  std::int64_t unsent_bytes = 0;                          // in the socket, not yet sent
  std::int64_t unacknowledged = 0;                        // segments under way
  Timestamp at;                                           // local

  constexpr Belonging belonging() const { return Belonging::sent(Medium::kVideo); }
};

template <>
struct trace::Table<TcpReported> {
  static constexpr std::string_view name = "tcp_reported";
  static constexpr std::string_view meaning =
      "what the kernel says of the connection that carries the sent picture (TCP_INFO)";
  static constexpr auto local = &TcpReported::at;
  template <typename E = TcpReported>
  static auto columns() {
    return trace::columns(column("round_trip_ms", &E::round_trip_ms, "smoothed").within(kSpreadMs),
                          column("round_trip_variation_ms", &E::round_trip_variation_ms).within(kSpreadMs),
                          column("congestion_window", &E::congestion_window, "segments"),
                          column("retransmitted", &E::retransmitted, "segments since it was made"),
                          column("unsent_bytes", &E::unsent_bytes, "in the socket"),
                          column("unacknowledged", &E::unacknowledged, "segments under way"));
  }
};

}  // namespace jitterscope
