#pragma once
// What a receive thread did not take, reported as sums: a flood of strangers' packets is one event a reason and a
// quarter of a second, and takes no room from those that arrive.
#include <array>
#include <cstdint>
#include <optional>

#include "core/events/kinds/packet_rejected.h"

namespace jitterscope {

/// One thread. Never allocates.
class RejectSums {
 public:
  explicit RejectSums(Medium medium) : medium_(medium) {}

  void note(RejectReason reason, Timestamp received, std::int32_t size) {
    PacketRejected& sum = sums_[static_cast<std::size_t>(reason)];
    sum = {medium_, reason, received, size, sum.count.value_or(0) + 1};
    waiting_ = true;
  }
  /// Calls tell(PacketRejected) for each reason, at most every 250 ms; the newest packet's time and size stand for all.
  template <typename Tell>
  void tell(Timestamp now, Tell tell) {
    if (!waiting_ || now < next_) return;
    next_ = now + kPeriod;
    tell_all(tell);
  }
  /// When tell() has something; absent: before something is noted, never.
  std::optional<Timestamp> due() const { return waiting_ ? std::optional(next_) : std::nullopt; }
  /// At the end.
  template <typename Tell>
  void tell_all(Tell tell) {
    for (PacketRejected& sum : sums_)
      if (sum.count) {
        tell(sum);
        sum.count.reset();
      }
    waiting_ = false;
  }

 private:
  static constexpr Duration kPeriod = Duration::ms(250);
  Medium medium_;
  bool waiting_ = false;
  Timestamp next_;
  std::array<PacketRejected, kRejectReasons> sums_{};
};

}  // namespace jitterscope
