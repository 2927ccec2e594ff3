#pragma once
// What the delays say of the path, and what rate control decided. Plain structs of the log: see events.h.
#include <array>
#include <cstdint>
#include <optional>

#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope {

/// What the delays of a stream of sound say of the path (latecki04 §3.1), after each 8th of its packets, sooner while
/// they grow fast, and what came with it. kSent: measured here, of what this end receives, and sent to the far end
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

}  // namespace jitterscope
