#pragma once
// How fast the lines of another end are taken: a bucket of time that bytes and lines are paid from.
#include <algorithm>
#include <cstddef>

#include "core/algorithms/signalling/messages.h"
#include "core/base/units/time.h"

namespace jitterscope {

struct LineLimits {
  std::size_t longest;  // bytes; a longer line ends the connection
  double lines_per_second, bytes_per_second;
  Duration at_once;  // what that time allows may come at once
  bool closes;       // more than that ends the connection; else it waits, and TCP holds the sender back
};

/// In a call these are some ten times what it says at the highest rates.
inline constexpr LineLimits kCallLines{kMaxLineBytes, 200, 256'000, Duration::seconds(3), false};
/// Until its call is answered a caller says little: an offer, a proof, keep-alives and a good-bye.
inline constexpr LineLimits kUnansweredLines{4096, 20, 20 * 4096, Duration::seconds(1), true};

/// Not thread-safe.
class LineBudget {
 public:
  /// Pays for a line of `bytes` at `now`, and returns how long no other may be taken.
  Duration pay(std::size_t bytes, Timestamp now, const LineLimits& limits) {
    const double seconds = std::max(1 / limits.lines_per_second, static_cast<double>(bytes) / limits.bytes_per_second);
    paid_until_ = std::max(paid_until_, now) + Duration::from_seconds(seconds);
    return std::max(paid_until_ - now - limits.at_once, Duration());
  }

 private:
  Timestamp paid_until_;
};

}  // namespace jitterscope
