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
  // What handling takes beside bytes: so many more would be read meanwhile.
  static constexpr double kOfAPacket = 300, kOfAConnection = 64e3;

  /// Whether more may be read now.
  bool may_read(Timestamp now) {
    left_ = std::min(kMostSaved, left_ + (now - seen_).seconds() * kBytesASecond);
    seen_ = now;
    return left_ > 0;
  }
  void spend_bytes(std::size_t bytes) { left_ -= static_cast<double>(bytes); }
  void spend_packet() { left_ -= kOfAPacket; }
  void spend_connection() { left_ -= kOfAConnection; }
  /// Until more may be read, as of the last look; zero: at once.
  Duration wait() const { return left_ > 0 ? Duration() : Duration::from_seconds((1 - left_) / kBytesASecond); }

 private:
  double left_ = kMostSaved;
  Timestamp seen_;
};

}  // namespace jitterscope
