#pragma once
// Tables of the events of playout and of what the far end measures.
#include "core/record/trace/schema_table.h"

namespace jitterscope::trace {

template <>
inline constexpr std::int32_t kSince<FramePlayed> = 4;
template <>
struct Table<FramePlayed> {
  using E = FramePlayed;
  static constexpr std::string_view name = "frame_played";
  static constexpr std::string_view meaning =
      "a complete frame reached its playout time (main time), or came too late for it";
  static constexpr auto local = &E::playout;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("ssrc", &E::ssrc), column("frame", &E::frame, "as frame_done's"),
                     column("outcome", &E::outcome, "played; late: not played; dropped: to shorten the delay"),
                     column("completed_ns", &E::completed));
};

template <>
inline constexpr std::int32_t kSince<PlayoutDecided> = 4;
template <>
struct Table<PlayoutDecided> {
  using E = PlayoutDecided;
  static constexpr std::string_view name = "playout_decided";
  static constexpr std::string_view meaning = "another playout policy, or another delay by the same one";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("medium", &E::medium, "audio or video"), column("policy", &E::policy, "as --playout says it"),
      column("delay_ns", &E::delay, "over the reference transit"), column("held_ns", &E::held, "added for lip-sync"));
};

template <>
inline constexpr std::int32_t kSince<PlayoutReport> = 4;
template <>
struct Table<PlayoutReport> {
  using E = PlayoutReport;
  static constexpr std::string_view name = "playout_report";
  static constexpr std::string_view meaning = "the state of playout, once a second; counts since the stream began";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("medium", &E::medium, "audio or video"),
      column("level_ns", &E::level, "media time that waits to be played"),
      column("concealed", &E::concealed, "blocks that were filled in"),
      column("gaps", &E::gaps, "maximal runs of blocks or frames that were not played"),
      column("resampling_ppm", &E::resampling_ppm, "audio: how much quicker than nominal the speaker takes samples"),
      column("lip_sync_ms", &E::lip_sync_ms, "audio: sound less picture, + = the sound is later"));
};

template <>
struct Table<PeerSummary> {
  using E = PeerSummary;
  static constexpr std::string_view name = "peer_summary";
  static constexpr std::string_view meaning = "what the remote measures of a stream of ours";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("medium", &E::medium, "audio or video"), column("packets", &E::packets), column("expected", &E::expected),
      column("lost", &E::lost), column("duplicates", &E::duplicates), column("reordered", &E::reordered),
      column("frames_complete", &E::frames_complete, "audio: blocks"),
      column("frames_lost", &E::frames_lost, "audio: blocks"),
      column("frames_late", &E::frames_late, "audio: blocks; NULL where the nominal period is unknown"),
      column("interarrival_mean_ms", &E::interarrival_mean_ms),
      column("interarrival_stddev_ms", &E::interarrival_stddev_ms), column("jitter_ms", &E::jitter_ms, "RFC 3550"),
      column("delay_mean_ms", &E::delay_mean_ms, "one-way"), column("delay_p95_ms", &E::delay_p95_ms, "one-way"),
      column("rate_kbps", &E::rate_kbps));
};

template <>
inline constexpr std::int32_t kSince<PeerPacket> = 6;
template <>
struct Table<PeerPacket> {
  using E = PeerPacket;
  static constexpr std::string_view name = "peer_packet";
  static constexpr std::string_view meaning =
      "a packet of ours as it came to the remote, which tells of one frame with each summary";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("ssrc", &E::ssrc), column("frame", &E::frame, "extended"),
      column("block", &E::block, "block in the frame"),
      column("offset_ns", &E::offset, "since the first packet of the frame came, by the remote's clock"));
};

template <>
inline constexpr std::int32_t kSince<PeerQuality> = 4;
template <>
struct Table<PeerQuality> {
  using E = PeerQuality;
  static constexpr std::string_view name = "peer_quality";
  static constexpr std::string_view meaning =
      "where one of our streams stands in the quality space at the remote, over its last 10 s";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("medium", &E::medium, "audio or video"), column("latency_ms", &E::latency_ms),
                     column("jitter_ms", &E::jitter_ms), column("loss_ratio", &E::loss_ratio),
                     column("network_latency_ms", &E::network_latency_ms, "mean one-way delay").added_in(6),
                     column("ends_at", &E::ends_at,
                            "where the latency ends: hand-over, painting, loudspeaker; before schema 6 it was mean "
                            "one-way delay + wait of playout")
                         .added_in(6));
};

}  // namespace jitterscope::trace
