#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// What the delays of a stream of sound say of the path (latecki04 §3.1), after each 8th of its packets, sooner while
/// they grow fast, and what came with it. kSent: measured here, of what this end receives, and sent to the remote
/// (analysis thread); kReceived: the remote's, of what this end sends (rtcp thread).
struct TrendReported {
  Direction direction{};
  std::uint32_t ssrc = 0;         // of the sound
  std::int64_t end_sequence = 0;  // last one judged, extended; from the remote: by 32 bits
  std::int64_t judged_from = 0;   // first one in the windows, as the sender asked (RateDecided) or where they began
  // By scale; absent: K packets have not come since `judged_from`, so the scale abstains.
  std::array<std::optional<TrendPhase>, kTrendScales> phase;
  std::array<std::optional<float>, kTrendScales> pct, pdt;
  std::optional<double> verdict;   // 1 increasing, -1 decreasing, 0 steady, +-0.5 ambiguous; absent: no scale is full
  double epsilon_ms = 0;           // in force: the setting's, or the noise floor where that is higher
  double noise_ms = 0;             // noise floor of group medians
  double rise_ms = 0;              // median of the last 8 delays over the base
  std::optional<double> delay_ms;  // median of the last 8 delays; absent while the clocks are not known to agree
  // Since the streams began, modulo 2^32.
  std::uint32_t audio_expected = 0, audio_lost = 0;
  std::uint32_t video_packets = 0, video_lost = 0, video_bytes = 0;  // bytes: UDP payload, or RTP packets over TCP
  Timestamp at;                                                      // local

  constexpr Belonging belonging() const {
    return direction == Direction::kReceived ? Belonging::told(Medium::kAudio, ssrc)
                                             : Belonging::measured(Medium::kAudio, ssrc);
  }
};

template <>
struct trace::Table<TrendReported> {
  static constexpr std::string_view name = "trend_reported";
  static constexpr std::string_view meaning =
      "what the delays of a stream of sound say of the path, after each 8th of its packets, sooner while they grow "
      "fast";
  static constexpr auto local = &TrendReported::at;
  static constexpr Range kTrendMeasure{-2, 2};  // of -1 to 1, with what is rounded
  template <typename E = TrendReported>
  static auto columns() {
    return trace::columns(
        column("direction", &E::direction,
               "sent: measured here and told to the remote; received: the remote's, of our sound"),
        column("ssrc", &E::ssrc, "of the sound"), column("end_sequence", &E::end_sequence, "last packet judged"),
        column("judged_from", &E::judged_from, "first packet in the windows"),
        element("phase_32", &E::phase, 0, "of the newest 32 packets; NULL: so many have not come since judged_from"),
        element("pct_32", &E::pct, 0, "S_PCT; 0, as S_PDT, where all groups lie within the noise")
            .within(kTrendMeasure),
        element("pdt_32", &E::pdt, 0, "S_PDT").within(kTrendMeasure),
        element("phase_64", &E::phase, 1, "of the newest 64"), element("pct_64", &E::pct, 1).within(kTrendMeasure),
        element("pdt_64", &E::pdt, 1).within(kTrendMeasure), element("phase_128", &E::phase, 2, "of the newest 128"),
        element("pct_128", &E::pct, 2).within(kTrendMeasure), element("pdt_128", &E::pdt, 2).within(kTrendMeasure),
        column("verdict", &E::verdict, "1 increasing, -1 decreasing, 0 steady, +-0.5 ambiguous; NULL: no scale is full")
            .within({-1, 1}),
        column("epsilon_ms", &E::epsilon_ms, "in force").within(kSpreadMs),
        column("noise_ms", &E::noise_ms, "noise floor of group medians").within(kMeasuredMs),
        column("rise_ms", &E::rise_ms, "median of the last 8 delays over the base").within(kMeasuredMs),
        column("delay_ms", &E::delay_ms, "median of the last 8 delays").within(kClockDifferenceMs),
        column("audio_expected", &E::audio_expected,
               "packets, by their sequence; all five count since the stream began, modulo 2^32"),
        column("audio_lost", &E::audio_lost, "of these, not come so far"),
        column("video_packets", &E::video_packets, "come, of the picture that the same end sends"),
        column("video_lost", &E::video_lost, "by their sequence"),
        column("video_bytes", &E::video_bytes, "UDP payload; over TCP the RTP packets alone"));
  }
};

}  // namespace jitterscope
