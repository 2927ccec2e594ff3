#pragma once
#include <algorithm>
#include <cstddef>

#include "core/base/units/time.h"

namespace jitterscope {

/// How much is read from connections: no more than a gigabit link brings, so that a sender that floods them is held
/// back by TCP and takes no processor. What was spent beyond is waited for. Sans-IO, one thread.
class ReadBudget {
 public:
  static constexpr double kBytesASecond = 128e6, kMostSaved = 16e6;  // a burst of large pictures passes at once
  static constexpr std::size_t kLeastOfAPacket = 1000;               // what a small one costs: handling it is the work

  /// Whether more may be read now.
  bool may_read(Timestamp now) {
    left_ = std::min(kMostSaved, left_ + (now - seen_).seconds() * kBytesASecond);
    seen_ = now;
    return left_ > 0;
  }
  void spend(std::size_t packet_bytes) { left_ -= static_cast<double>(std::max(packet_bytes, kLeastOfAPacket)); }
  /// Until more may be read, as of the last look; zero: at once.
  Duration wait() const { return left_ > 0 ? Duration() : Duration::from_seconds((1 - left_) / kBytesASecond); }

 private:
  double left_ = kMostSaved;
  Timestamp seen_;
};

}  // namespace jitterscope
