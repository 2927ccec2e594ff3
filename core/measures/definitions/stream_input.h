#pragma once
// What offline analysis takes in, whatever it was read from (.jscope, CSV, capture, rtpdump): one stream = one SSRC in
// one direction, packets in arrival order.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/events/names.h"
#include "core/measures/definitions/delay_split.h"
#include "core/measures/definitions/silence.h"
#include "core/measures/definitions/stream_clock.h"
#include "core/measures/packets/own_drops.h"
#include "core/measures/packets/packet_columns.h"
#include "core/measures/views/payload_info.h"

namespace jitterscope {

struct PeerSummary;

/// How far one-way delays may be wrong from `at` on, half-width in ms; absent = they are not known.
struct DelayBound {
  Timestamp at;  // on the clock of `received`
  std::optional<double> ms = {};
};

/// The sender's own count in an RTCP SR of the stream.
struct SenderCount {
  Timestamp at;  // when the report came, same clock as `received`
  std::int64_t packets = 0;
};

/// A run of the sender's own sequence numbers. Runs follow each other without a gap: `offset` was added to the numbers.
struct RunStart {
  std::int64_t number = 0, offset = 0;  // `number` is that of its first packet, with the offset
};

/// A packet that came and that the receiver could not read.
struct Refusal {
  std::int64_t sequence = 0;
  RejectReason reason{};
};

/// How much later than with the reference transit of its stream a unit came.
struct KnownLateness {
  std::int64_t unit = 0;  // unit_key(), core/measures/offline/unit_dues.h
  Duration lateness;
};

struct StreamInput {
  Medium medium{};
  bool medium_known = true;  // false: nobody says what the packets carry; `medium` then means nothing
  Direction direction = Direction::kReceived;
  std::optional<std::uint32_t> ssrc;
  std::optional<PayloadInfo> payload = {};         // of captures
  std::optional<double> stamp_resolution_ms = {};  // steps in which the source tells `received`, where it says so
  std::optional<double> nominal_period_ms;         // of frames (video) or blocks (audio), where the trace knows it
  std::optional<double> delay_uncertainty_ms;      // half-width, of the whole stream
  std::vector<DelayBound> delay_bounds = {};       // over time, ascending; wins over delay_uncertainty_ms
  StreamClocks clocks = {};
  std::optional<double> clock_rate_hz;           // RTP clock: 8000, 90000
  std::optional<double> reported_drift = {};     // s/s: RTP time falls behind the clock of its sender's reports
  NoLatency no_latency = NoLatency::kNoPlayout;  // why no unit of `delay_splits` has a whole
  std::optional<std::int64_t> units_played;    // blocks or frames, where a trace tells; those sent else are not played
  std::int64_t units_waiting = 0;              // the last ones sent: the recording ended before their turn to be played
  std::vector<std::int64_t> units_not_played;  // numbers, ascending, of those that playout reported
  std::optional<std::vector<Refusal>> refusals = {};   // absent: nobody told what the receiver could read
  std::vector<SenderCount> sender_counts;              // in order, but for those that may be of packets under way
  std::optional<SenderCount> newest_count = {};        // of them all
  std::vector<Silence> silences = {};                  // in order; their units count as sent and not played
  std::int64_t missing_before = 0, missing_after = 0;  // numbers missing before the first packet, after the last one
  std::vector<KnownLateness> lateness = {};            // of a part of a stream, against all of it; ascending by unit
  std::vector<RunStart> runs = {};                     // ascending; empty: there is one, to which nothing was added
  std::vector<PayloadCount> payloads = {};             // of captures: of each payload type
  std::vector<std::string> sources = {};               // of captures: address and port, one after the other
  std::string destination = {};
  bool retransmits = false;              // it sends again what another stream sent
  std::vector<OwnDrops> own_drops = {};  // of a received stream of a trace, in order
  bool round_trips = false;              // `received` is when the answer came back: delays are there and back
  std::vector<std::string> notes = {};   // whole sentences on how it was read
  PacketColumns packets;
  DelaySplits delay_splits;  // of a received stream of a trace, in order
};

struct AnalysisInput {
  std::string file;
  std::vector<StreamInput> streams;
  std::optional<Timestamp> began = {};  // second 0, on the clock of `received`; absent: the first packet
  // Holds, ascending, what the remote counted of the streams that were sent to it. It is null where the file is no
  // trace.
  std::shared_ptr<const std::vector<PeerSummary>> told = {};
};

}  // namespace jitterscope
