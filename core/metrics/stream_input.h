#pragma once
// What offline analysis takes in, whatever it was read from (.jscope, CSV, later pcap): one stream = one SSRC in one
// direction, packets in arrival order.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/events/names.h"
#include "core/metrics/compact_optional.h"
#include "core/metrics/delay_split.h"
#include "core/units/time.h"

namespace jitterscope {

/// One datagram of the stream as it arrived (for a sent stream: as it departed; then `received` is the send time and
/// `sent` is absent). Duplicates are included. Sequence and frame numbers are extended.
struct PacketObservation {
  std::int64_t sequence = 0;
  Timestamp received;
  CompactOptional<Timestamp> sent;  // same clock as `received`
  CompactOptional<std::int64_t> rtp_timestamp;
  CompactOptional<std::int64_t> frame;
  CompactOptional<int> block;
  CompactOptional<int> size;  // UDP payload bytes
  bool marker = false;
};
static_assert(sizeof(PacketObservation) <= 64);  // a file may hold millions

struct StreamInput {
  Medium medium{};
  Direction direction = Direction::kReceived;
  std::optional<std::uint32_t> ssrc;
  std::optional<double> nominal_period_ms;  // of frames (video) or blocks (audio), where the trace knows it
  std::optional<double> delay_uncertainty_ms;
  std::optional<double> clock_rate_hz;       // RTP clock: 8000, 90000
  double playout_added_ms = 0;               // mean from received (blocks) or completed (frames) until played
  std::optional<std::int64_t> units_played;  // blocks or frames, where a trace tells; those sent else are not played
  std::int64_t units_waiting = 0;            // the last ones sent: the recording ended before their turn to be played
  std::vector<PacketObservation> packets;
  std::vector<DelaySplit> delay_splits;  // of a received stream of a trace, in order
};

struct AnalysisInput {
  std::string file;
  std::vector<StreamInput> streams;
};

}  // namespace jitterscope
