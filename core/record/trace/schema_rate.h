#pragma once
// Tables of the events of rate control.
#include "core/record/trace/schema_table.h"

namespace jitterscope::trace {

template <>
inline constexpr std::int32_t kSince<TrendReported> = 5;
template <>
struct Table<TrendReported> {
  using E = TrendReported;
  static constexpr std::string_view name = "trend_reported";
  static constexpr std::string_view meaning =
      "what the delays of a stream of sound say of the path, after each 8th of its packets, sooner while they grow "
      "fast";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("direction", &E::direction,
             "sent: measured here and told to the remote; received: the remote's, of our sound"),
      column("ssrc", &E::ssrc, "of the sound"), column("end_sequence", &E::end_sequence, "last packet judged"),
      column("judged_from", &E::judged_from, "first packet in the windows"),
      element("phase_32", &E::phase, 0, "of the newest 32 packets; NULL: so many have not come since judged_from"),
      element("pct_32", &E::pct, 0, "S_PCT; 0, as S_PDT, where all groups lie within the noise"),
      element("pdt_32", &E::pdt, 0, "S_PDT"), element("phase_64", &E::phase, 1, "of the newest 64"),
      element("pct_64", &E::pct, 1), element("pdt_64", &E::pdt, 1),
      element("phase_128", &E::phase, 2, "of the newest 128"), element("pct_128", &E::pct, 2),
      element("pdt_128", &E::pdt, 2),
      column("verdict", &E::verdict, "1 increasing, -1 decreasing, 0 steady, +-0.5 ambiguous; NULL: no scale is full"),
      column("epsilon_ms", &E::epsilon_ms, "in force"),
      column("noise_ms", &E::noise_ms, "noise floor of group medians"),
      column("rise_ms", &E::rise_ms, "median of the last 8 delays over the base"),
      column("delay_ms", &E::delay_ms, "median of the last 8 delays"),
      column("audio_expected", &E::audio_expected,
             "packets, by their sequence; all five count since the stream began, modulo 2^32"),
      column("audio_lost", &E::audio_lost, "of these, not come so far"),
      column("video_packets", &E::video_packets, "come, of the picture that the same end sends"),
      column("video_lost", &E::video_lost, "by their sequence"),
      column("video_bytes", &E::video_bytes, "UDP payload; over TCP the RTP packets alone"));
};

template <>
inline constexpr std::int32_t kSince<RateDecided> = 5;
template <>
struct Table<RateDecided> {
  using E = RateDecided;
  static constexpr std::string_view name = "rate_decided";
  static constexpr std::string_view meaning = "a controller decided the rate of the sent picture";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("controller", &E::controller), column("stage", &E::stage), column("reason", &E::reason),
      column("target_kbps", &E::target_kbps, "with all headers"), column("low_kbps", &E::low_kbps, "R_min"),
      column("high_kbps", &E::high_kbps, "R_max"), column("sending", &E::sending, "0: a break, or sound alone"),
      column("judge_from", &E::judge_from, "sequence of the sound from which on delays tell of this decision"));
};

template <>
inline constexpr std::int32_t kSince<FrameOmitted> = 5;
template <>
struct Table<FrameOmitted> {
  using E = FrameOmitted;
  static constexpr std::string_view name = "frame_omitted";
  static constexpr std::string_view meaning = "a picture was left out by its sender";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("ssrc", &E::ssrc), column("frame", &E::frame, "NULL: it had no number yet"),
                     column("reason", &E::reason, "target rate, break, or obsolete (TCP)"));
};

template <>
inline constexpr std::int32_t kSince<TcpReported> = 5;
template <>
struct Table<TcpReported> {
  using E = TcpReported;
  static constexpr std::string_view name = "tcp_reported";
  static constexpr std::string_view meaning =
      "what the kernel says of the connection that carries the sent picture (TCP_INFO)";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("round_trip_ms", &E::round_trip_ms, "smoothed"),
                     column("round_trip_variation_ms", &E::round_trip_variation_ms),
                     column("congestion_window", &E::congestion_window, "segments"),
                     column("retransmitted", &E::retransmitted, "segments since it was made"),
                     column("unsent_bytes", &E::unsent_bytes, "in the socket"),
                     column("unacknowledged", &E::unacknowledged, "segments under way"));
};

}  // namespace jitterscope::trace
