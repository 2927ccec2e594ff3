#pragma once
// The conditions of a call: link, loads, clocks, the connection of the picture. Plain structs of the log: see events.h.
#include <cstdint>
#include <optional>

#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope {

/// One direction of the emulated link, ten times a second, as the relay (or the kernel's interface queue) counts it.
/// Counts are totals since the link came up; media, control and background together unless a name says otherwise.
struct LinkReport {
  LinkWay way{};
  bool kernel = false;                 // read from the interface queue; false: from the relay's model
  std::int32_t queue_packets = 0;      // waiting now
  std::int32_t queue_packets_max = 0;  // most since the last report
  std::int64_t queue_bytes = 0;
  std::int64_t offered = 0, delivered = 0, duplicated = 0;
  std::int64_t dropped_queue = 0, dropped_random = 0, dropped_collisions = 0, dropped_overload = 0;
  std::int64_t media_dropped = 0;  // of audio and video alone
  std::int64_t background_offered = 0, background_dropped = 0;
  double delivered_kbps = 0;           // since the last report, bytes on the link
  std::optional<double> own_delay_us;  // median of what the relay adds to the model, since the last report
  bool overloaded = false;             // the relay cannot keep up: figures of this stretch are not the model's
  Timestamp at;
};

/// The loads on this machine, once a second.
struct LoadReport {
  std::int32_t counters = 0;                // counter processes running
  std::int32_t video_applications = 0;      // second video applications running
  double load_average = 0;                  // of one minute, as the kernel says
  double background_kbytes_per_second = 0;  // UDP payload offered since the last report, KB/s (1000 bytes)
  Timestamp at;
};

/// What the clock filter believes after an exchange with the far end, or when it asks.
struct ClockSynced {
  bool synchronised = false;  // delays are known
  double offset_ms = 0;       // conference clock - this machine's conference estimate at the start of the call
  double skew_ppm = 0;        // of this machine's clock against the master's
  double bound_ms = 0;        // half-width of delays: the bounds of both ends' clocks together
  std::optional<double> round_trip_ms;  // of this exchange
  ShortText<24> source;                 // "master", "same clock", "exchanges"
  Timestamp at;
  // Where this exchange proved that the clocks had jumped apart: by so much beyond what the bound said, from then to
  // `at`.
  std::optional<double> jumped_ms = {};
  std::optional<Timestamp> doubted_since = {};
};

/// The system's real-time clock stepped or its rate was changed (slewed), seen against the monotonic clock.
struct ClockStepped {
  double step_ms = 0;   // real time jumped by so much; 0 for a slew
  double slew_ppm = 0;  // the monotonic clock's rate rose by so much against the hardware's
  Timestamp at;
};

/// What the kernel says of the connection that carries the picture (TCP_INFO), ten times a second while there is one
/// (video-send thread). Counts since it was made.
struct TcpReported {
  double round_trip_ms = 0, round_trip_variation_ms = 0;  // smoothed
  std::int32_t congestion_window = 0;                     // segments
  std::int64_t retransmitted = 0;                         // segments
  std::int64_t unsent_bytes = 0;                          // in the socket, not yet sent
  std::int64_t unacknowledged = 0;                        // segments under way
  Timestamp at;                                           // local
};

}  // namespace jitterscope
