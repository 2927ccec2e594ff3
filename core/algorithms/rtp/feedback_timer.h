#pragma once
// When feedback may be sent: the timing rules of RTP/AVPF (RFC 4585 §3.5) for two ends. Something urgent goes at once
// where the last early packet is long enough ago, everything else at the regular times, which keep RTCP within its
// share of the bandwidth. Sans-IO: not thread-safe, no clock.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>

#include "core/base/units/data.h"
#include "core/base/units/time.h"

namespace jitterscope::rtp {

struct FeedbackTimerConfig {
  DataRate session_bandwidth = DataRate::kbits_per_second(100);  // of both ends' media together
  double share = 0.05;                                           // of it that RTCP of both may take (RFC 3550 §6.2)
  std::uint32_t seed = 1;                                        // of the random spread of the regular times
};

class FeedbackTimer {
 public:
  FeedbackTimer(const FeedbackTimerConfig& config, Timestamp now);

  /// Something happened that is worth an early packet (§3.5.2). With two ends nobody else could say the same: no
  /// dithering.
  void urgent(Timestamp now);
  /// When send() is to be asked next; falls when something becomes urgent.
  Timestamp due() const { return early_due_ ? *early_due_ : regular_due_; }
  /// True: a packet may go now. The caller then says so by sent(), or by skipped() when there is nothing to tell (as
  /// T_rr_interval suppresses, §3.4).
  bool may_send(Timestamp now) const { return now >= due(); }
  /// `bytes` with IP and UDP headers (RFC 3550 §6.2).
  void sent(std::size_t bytes, Timestamp now);
  void skipped(Timestamp now);
  /// T_rr: mean time between regular packets, from the mean size of those sent.
  Duration interval() const;

 private:
  Duration spread_interval();

  FeedbackTimerConfig config_;
  std::mt19937 random_;
  double mean_bytes_;
  Timestamp last_regular_, regular_due_;  // RFC 4585: tp, tn
  std::optional<Timestamp> early_due_;
  bool may_be_early_ = true;
};

}  // namespace jitterscope::rtp
