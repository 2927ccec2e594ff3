#pragma once
// How much the path carried while a queue stood on it: from its filling to its draining, both as one.
#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

/// While packets wait, the last link never rests: what was sent between two moments left it in the time between them
/// and what the delay became longer. Sans-IO.
class BusyPeriod {
 public:
  struct Moment {
    Timestamp sent;                       // the middle of the packets that a report judges
    double rise_ms = 0;                   // their delay over the base
    std::uint32_t packets = 0, lost = 0;  // of all media, modulo 2^32
  };
  /// A report that tells of a queue. `kilobits(from, until)`: sent by us in that time.
  template <typename Kilobits>
  std::optional<double> busy(const Moment& moment, const Kilobits& kilobits) {
    if (!began_ || moment.sent - began_->sent > kLongest) began_ = last_;
    last_ = moment;
    if (!began_) return std::nullopt;
    return kbps_between(*began_, moment, kilobits(began_->sent, moment.sent));
  }
  /// There is none, or another one.
  void over() { began_ = last_ = std::nullopt; }

 private:
  static constexpr Duration kLongest = Duration::seconds(4);
  static std::optional<double> kbps_between(const Moment& from, const Moment& to, double kilobits) {
    constexpr double kShortestMs = 60;  // of sending, and of leaving
    const double sent_ms = (to.sent - from.sent).ms(), left_ms = sent_ms + to.rise_ms - from.rise_ms;
    if (sent_ms < kShortestMs || left_ms < kShortestMs) return std::nullopt;
    const auto lost = static_cast<std::int32_t>(to.lost - from.lost);
    const auto packets = static_cast<std::int32_t>(to.packets - from.packets);
    const double lost_share = packets > 0 ? std::clamp(static_cast<double>(lost) / packets, 0.0, 1.0) : 0;
    return kilobits * (1 - lost_share) / left_ms * 1e3;
  }
  std::optional<Moment> began_, last_;
};

}  // namespace jitterscope
