#pragma once
// What a trace says about its call beside the events: tables `meta` (key, value) and `stream` of a .jscope file.
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/units/time.h"
#include "core/events/names.h"
#include "core/events/table.h"

namespace jitterscope {

/// Which stream: sound and picture are RTP sessions of their own, and both may have one SSRC.
struct TraceStreamKey {
  Direction direction{};
  Medium medium{};
  std::uint32_t ssrc = 0;
  auto operator<=>(const TraceStreamKey&) const = default;
};

/// One SSRC of a medium in one direction, as agreed at call set-up. Addresses are numeric IPv4 or IPv6; empty or 0 =
/// unknown.
struct TraceStream {
  std::uint32_t ssrc = 0;
  Medium medium{};
  Direction direction{};
  std::uint8_t payload_type = 0;
  std::optional<double> nominal_period_ms = {};  // of frames (video) or blocks (audio)
  std::optional<double> clock_rate_hz = {};      // RTP clock: 8000, 90000
  std::optional<double> delay_uncertainty_ms = {};
  double playout_added_ms = 0;  // the playout policy's added delay
  std::string local_address = {}, remote_address = {};
  std::uint16_t local_port = 0, remote_port = 0;  // UDP ports of the media sockets
  TraceStreamKey key() const { return {direction, medium, ssrc}; }
  bool operator==(const TraceStream&) const = default;
};

struct TraceMeta {
  std::string program_version = {};
  std::string host = {};                           // as the user wants it named
  std::string settings_json = "{}";                // what the call was set to
  std::optional<Duration> conference_offset = {};  // conference clock − local monotonic clock
  std::optional<Duration> realtime_offset = {};  // real time since 1970 − local monotonic clock, when recording began
  std::optional<Timestamp> call_began = {};      // local; zero of the seconds in snapshots
  std::optional<Timestamp> call_ended = {};      // local, of the last snapshot; absent where recording ended before it
  std::vector<std::string> identities = {};      // random ones of the participants, by ParticipantId; empty = unknown
  bool clock_synchronised = false;               // both ends are known to share the conference clock
  std::vector<TraceStream> streams = {};
  bool operator==(const TraceMeta&) const = default;
};

namespace trace {

/// Of the table `stream`, in its order: of a TraceStream.
const Columns& stream_columns();
/// Of what the table `meta` holds by these keys: of a TraceMeta.
const Columns& meta_columns();

}  // namespace trace

}  // namespace jitterscope
