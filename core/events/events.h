#pragma once
// Everything that happens in a call, as plain structs: the one log that panels, recorder, analysis and export read.
// All are trivially copyable, so that real-time threads can push them through a ring without allocating.
// `local` = this machine's monotonic clock. `conference` = the conference clock, which both ends share; it is
// absent wherever it is not known. An absent value is never written as zero.
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>

#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope {

/// An RTP packet was handed to the kernel (audio-send, video-send threads).
struct PacketSent {
  Medium medium{};
  std::uint32_t ssrc = 0;
  std::int64_t sequence = 0;       // extended
  std::int64_t rtp_timestamp = 0;  // extended, media clock units
  std::int64_t frame = 0;          // frame number (video) or block number (audio), extended
  std::uint16_t block = 0;         // block in the frame; 0 for audio
  bool marker = false;
  bool accepted = true;                      // false: the send call failed (error says why) and the packet is lost here
  std::int32_t error = 0;                    // errno of the send call
  std::int32_t size = 0;                     // bytes of the UDP payload
  Timestamp due;                             // local: when the schedule wanted it out
  Timestamp sent;                            // local: just before the send call
  std::optional<Timestamp> sent_conference;  // as written into the packet
};

/// An RTP packet of the expected stream was fetched from the socket (audio-receive, video-receive threads).
struct PacketArrived {
  Medium medium{};
  std::uint32_t ssrc = 0;
  std::int64_t sequence = 0;          // extended
  std::int64_t rtp_timestamp = 0;     // extended, media clock units
  std::optional<std::int64_t> frame;  // from the block extension (extended); absent for foreign senders' audio
  std::optional<std::uint16_t> block;
  bool marker = false;
  bool duplicate = false;  // this sequence number was seen before
  std::uint8_t payload_type = 0;
  std::int32_t size = 0;            // bytes of the UDP payload
  Timestamp received;               // local: when the receive call returned
  std::optional<Timestamp> kernel;  // local: the kernel's receive stamp, converted
  std::optional<Timestamp> received_conference;
  std::optional<Timestamp> sent_conference;  // from the sent extension; only while both clocks are known to agree
};

/// A datagram on a media socket was dropped before it became a packet of the stream.
struct PacketRejected {
  Medium medium{};
  RejectReason reason{};
  Timestamp received;
  std::int32_t size = 0;
  std::optional<std::int64_t> count;  // of which this is the newest; absent: one
};

/// A captured picture became blocks (video-encode thread).
struct FrameEncoded {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;
  Timestamp captured, encode_begin, encode_end;  // local
  std::int32_t bytes = 0;                        // JPEG entropy-coded bytes
  std::int32_t blocks = 0;
  std::int32_t width = 0, height = 0, quality = 0;
};

/// The schedule of a frame has been carried out (video-send thread).
struct FrameSent {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;
  Timestamp begin, end;  // local: first and last send call
  std::int32_t blocks = 0;
  std::int32_t overrun_blocks = 0;  // went out at once because the next frame had come
  Duration fetching;                // T_p measured for this frame
  Duration burst_interval;          // T_burst in force
  std::int32_t burst_size = 0;      // S_burst in force
};

/// A frame was completed or given up by the reassembler (video-receive thread).
struct FrameDone {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;
  FrameOutcome outcome{};
  bool late = false;            // sun97: R_i - R_{i-1} > T for consecutive frame numbers
  bool discarded_late = false;  // the option to throw late frames away was on
  std::int32_t blocks_received = 0;
  std::int32_t bytes = 0;
  std::int64_t rtp_timestamp = 0;
  std::optional<Timestamp> sent_conference;  // of the first block
  Timestamp first_arrival, completed;        // local; completed = when it was decided for lost frames
};

/// A complete frame was decoded and handed to the screen (video-decode thread).
struct FrameDecoded {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;
  bool ok = true;
  Timestamp completed, decode_begin, decode_end;  // local
  std::int32_t width = 0, height = 0;
};

/// An audio block reached its playout time, or came too late for it (audio-receive thread).
struct AudioBlockDone {
  std::uint32_t ssrc = 0;
  std::int64_t sequence = 0;
  PlayoutOutcome outcome{};
  std::optional<Timestamp> received;  // local; absent when lost
  Timestamp playout;                  // local: when it was or should have been played
  // Played: when its first sample left the playout in a chunk, and from then until it was heard, by what the device
  // says.
  std::optional<Timestamp> handed = {};  // local
  std::optional<Duration> speaker = {};  // absent: no speaker
};

/// A complete frame reached its playout time, or came too late for it (video-decode thread). Frames that never were
/// complete are FrameDone's alone.
struct FramePlayed {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;  // as FrameDone's
  PlayoutOutcome outcome{};
  Timestamp completed;  // local
  Timestamp playout;    // local: when it was handed to the screen, or should have been
};

/// The playout of a medium changed: another policy, or another delay by the same one (audio-receive, video-decode
/// threads); at most once a talkspurt.
struct PlayoutDecided {
  Medium medium{};
  ShortText<24> policy;  // as PlayoutSetting says it
  Duration delay;        // playout - source - reference transit, as far as the policy wants it
  Duration held;         // added to it for lip-sync
  Timestamp at;          // local
};

/// The state of playout of a medium, once a second. Counts since the stream began.
struct PlayoutReport {
  Medium medium{};
  Duration level;                        // media time that waits to be played
  std::int64_t concealed = 0;            // blocks that were filled in
  std::int64_t gaps = 0;                 // maximal runs of blocks or frames that were not played
  std::optional<double> resampling_ppm;  // audio: how much quicker than nominal the speaker takes samples
  std::optional<double> lip_sync_ms;     // audio: sound - picture, as both are played now; + = the sound is later
  Timestamp at;                          // local
};

/// The kernel's transmit stamps of a packet, read from the socket after it left (audio-send, video-send threads).
/// Either may be missing: the kernel gives none, or its queue of them was full.
struct PacketStamped {
  Medium medium{};
  std::uint32_t ssrc = 0;
  std::int64_t sequence = 0;           // extended, as PacketSent's
  std::optional<Timestamp> scheduled;  // local: entered the interface queue
  std::optional<Timestamp> driver;     // local: handed to the interface
  Timestamp at;                        // local: when the stamps were read
};

/// A decoded frame of the far end was painted (GUI thread).
struct FrameShown {
  std::int64_t frame = 0;
  Timestamp shown;  // local
};

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

/// What a thread has used of the processors since it began, as the kernel counts; twice a second (session thread).
struct ThreadLoad {
  ThreadRole role{};
  std::int32_t tid = 0;
  Duration cpu_time;                            // running
  Duration run_queue_wait;                      // ready to run, but another ran
  std::int64_t voluntary = 0, involuntary = 0;  // context switches
  std::int32_t cpu = -1;
  Timestamp at;
};

/// The class of a thread was granted, refused, lost without being asked, or taken by the watchdog.
struct ClassChanged {
  ThreadRole role{};
  std::int32_t tid = 0;
  ClassEvent change{};
  ShortText<24> requested, effective;  // as ThreadStatus's
  PriorityWay way{};
  Timestamp at;  // local
};

/// A paced thread woke for a deadline (audio-send, video-send threads).
struct ThreadWoke {
  ThreadRole role{};
  Timestamp deadline, woke;
};

/// What the kernel says of a thread now; sent when it changes.
struct ThreadStatus {
  ThreadRole role{};
  std::int32_t tid = 0;
  ShortText<24> requested,
      effective;  // "default", "nice -19", "realtime 20", "rr 20", "deadline 2/10 ms", "slice 0.1 ms"
  std::int32_t cpu = -1;
  Timestamp at;
};

/// A setting took effect at one end. Both ends record it.
struct SettingChanged {
  ShortText<32> name;    // "shaping", "priority.audio-send", "video" ...
  ShortText<160> value;  // as the command line says it
  End end{};             // kMine: this end's sending changed; kTheirs: the far end said that its own did
  ShortText<16> origin;  // "local" = asked for at this end, "remote" = by the other; "mine", "theirs" in old traces
  Timestamp at;          // local
};

/// A ring or pool was full and dropped `dropped` entries since the call began.
struct RingDropped {
  ShortText<24> ring;
  std::int64_t dropped = 0;
  Timestamp at;
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

/// One packet of a frame of ours as the remote received it. It tells of one frame a summary over the control
/// connection.
struct PeerPacket {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;  // extended, as by the receiver
  std::uint16_t block = 0;
  Duration offset;  // since the first packet of the frame came, by the remote's clock
  Timestamp at;     // local, when it was told
};

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

/// What the delays of a stream of sound say of the path (latecki04 §3.1), after each 8th of its packets, sooner while
/// they grow fast, and what came with it. kSent: measured here, of what this end receives, and told to the far end
/// (analysis thread); kReceived: the far end's, of what this end sends (rtcp thread).
struct TrendReported {
  static constexpr std::size_t kScales = 3;
  static constexpr std::array<std::int32_t, kScales> kPackets{32, 64, 128};
  Direction direction{};
  std::uint32_t ssrc = 0;         // of the sound
  std::int64_t end_sequence = 0;  // last one judged, extended; from the far end: by 32 bits
  std::int64_t judged_from = 0;   // first one in the windows, as the sender asked (RateDecided) or where they began
  // By scale; absent: K packets have not come since `judged_from`, so the scale abstains.
  std::array<std::optional<TrendPhase>, kScales> phase;
  std::array<std::optional<float>, kScales> pct, pdt;
  std::optional<double> verdict;   // 1 increasing, -1 decreasing, 0 steady, +-0.5 ambiguous; absent: no scale is full
  double epsilon_ms = 0;           // in force: the setting's, or the noise floor where that is higher
  double noise_ms = 0;             // noise floor of group medians
  double rise_ms = 0;              // median of the last 8 delays over the base
  std::optional<double> delay_ms;  // median of the last 8 delays; absent while the clocks are not known to agree
  // Since the streams began, modulo 2^32.
  std::uint32_t audio_expected = 0, audio_lost = 0;
  std::uint32_t video_packets = 0, video_lost = 0, video_bytes = 0;  // bytes: UDP payload, or RTP packets over TCP
  Timestamp at;                                                      // local
};

/// A controller of the sent picture's rate decided something (analysis thread). A target holds until the next one.
struct RateDecided {
  ShortText<24> controller;                   // as RateControlSetting::controller
  ShortText<24> stage;                        // "rate adaptation", "break", "steady", "probe", "audio only" ...
  ShortText<112> reason;                      // one sentence, in words of the paper
  double target_kbps = 0;                     // of the picture, with all headers
  std::optional<double> low_kbps, high_kbps;  // R_min, R_max: what is believed of the bandwidth left for the picture
  bool sending = true;                        // false: no picture at all is sent: a break, or sound alone
  std::optional<std::int64_t> judge_from;     // sequence of the sound from which on delays tell of this decision
  Timestamp at;                               // local
};

/// A picture was left out by its sender (video-encode, video-send threads).
struct FrameOmitted {
  std::uint32_t ssrc = 0;
  std::optional<std::int64_t> frame;  // its number where it had one
  OmitReason reason{};
  Timestamp at;  // local
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

/// Something the user should read: a device went away, the far end is silent ...
struct Notice {
  std::uint8_t severity = 0;  // 0 information, 1 warning, 2 error
  ShortText<160> text;
  Timestamp at;
};

/// A mark set by the user on the shared time axis.
struct Marker {
  ShortText<64> text;
  Timestamp at;
};

using Event =
    std::variant<PacketSent, PacketArrived, PacketRejected, FrameEncoded, FrameSent, FrameDone, FrameDecoded,
                 AudioBlockDone, ThreadWoke, ThreadStatus, SettingChanged, RingDropped, RtcpReported, PeerSummary,
                 Notice, Marker, LinkReport, LoadReport, ClockSynced, ClockStepped, PacketStamped, FrameShown,
                 SenderTimes, ThreadLoad, ClassChanged, FramePlayed, PlayoutDecided, PlayoutReport, PeerQuality,
                 TrendReported, RateDecided, FrameOmitted, TcpReported, PeerPacket>;
static_assert(std::is_trivially_copyable_v<Event>);

}  // namespace jitterscope
