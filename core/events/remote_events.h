#pragma once
// What the remote end tells of its side. Plain structs of the log: see events.h.
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope {

/// The far end's account of its side of one frame (video) or block (audio) that it sent, by its own clock; of all of
/// them, or of evenly chosen ones where the way is narrow, over the control connection. Durations follow each other
/// without gaps, up to the send call of packet `block` (the frame's last) and from there to the interface.
struct SenderTimes {
  Medium medium{};
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;  // frame number (video) or block number (audio), extended as by the sender
  std::uint16_t block = 0;
  Duration capture;                // video: begin of fetching -> begin of encoding; audio: the block's length
  Duration encode;                 // video: begin -> end of encoding; audio: last sample -> send call
  Duration shaper;                 // video: end of encoding -> send call of this block; audio: 0
  Duration waiting;                // part of the three in which a thread could have run but did not yet
  std::optional<Duration> socket;  // send call -> interface queue
  std::optional<Duration> queue;   // interface queue -> interface
  Timestamp at;                    // local: when it came
};

/// A report block of an RTCP SR or RR, received from or sent to the far end, or the sender info of a received SR that
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
};

/// What the far end measures of one of our streams, four times a second over the control connection; once a second
/// while the far end controls its rate.
struct PeerSummary {
  Medium medium{};
  std::int64_t packets = 0, expected = 0, lost = 0, duplicates = 0, reordered = 0;
  std::int64_t frames_complete = 0, frames_lost = 0;  // audio: blocks
  std::optional<std::int64_t> frames_late;            // sun97's rule; absent while the period is unknown
  std::optional<double> interarrival_mean_ms, interarrival_stddev_ms, jitter_ms, delay_mean_ms, delay_p95_ms;
  double rate_kbps = 0;
  Timestamp at;  // local, when it came
};

/// Where one of our streams stands in the quality space at the far end (claypool98 §7), over its last 10 s; with each
/// summary.
struct PeerQuality {
  Medium medium{};
  std::optional<double> latency_ms, jitter_ms, loss_ratio;  // as core/algorithms/quality/quality_point.h
  Timestamp at;                                             // local, when it came
  std::optional<double> network_latency_ms = {};            // mean one-way delay
  std::optional<LatencyEnd> ends_at = {};                   // where the latency ends
};

/// One packet of a frame of ours as the remote received it. With each summary the remote reports one frame, over the
/// control connection.
struct PeerPacket {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;  // extended, as by the receiver
  std::uint16_t block = 0;
  Duration offset;  // since the first packet of the frame came, by the remote's clock
  Timestamp at;     // local, when it came
};

}  // namespace jitterscope
