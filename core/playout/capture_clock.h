#pragma once
// RTP timestamp → when it was captured, on the clock that both media of a sender share (RFC 3550 §6.4.1). Sans-IO.
#include <optional>

#include "core/playout/playout_offset.h"

namespace jitterscope {

/// One stream. RTP timestamps are extended. Reports count once there is one; until then, send stamps.
class CaptureClock {
 public:
  explicit CaptureClock(int rate) : rate_(rate) {}
  /// The pair of a sender report: `wall` and `rtp_timestamp` are the same moment.
  void add_report(Timestamp wall, std::int64_t rtp_timestamp) { report_ = wall - media_time(rtp_timestamp); }
  /// A packet with this timestamp was sent at `sent`, `age` after its first sample or its picture was captured (audio:
  /// the block's length). The least delayed one of the last 10 s counts.
  void add_sent(std::int64_t rtp_timestamp, Timestamp sent, Duration age = {});
  /// nullopt until something was added.
  std::optional<Timestamp> captured(std::int64_t rtp_timestamp) const;
  void restart();

 private:
  Duration media_time(std::int64_t rtp_timestamp) const;

  int rate_;
  std::optional<Timestamp> report_;  // of timestamp 0
  ReferenceTransit sent_;            // capture − media time
};

}  // namespace jitterscope
