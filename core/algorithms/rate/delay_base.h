#pragma once
// The delay of the path while nothing waits.
#include <deque>
#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

/// The least delay, one outlier in three left out. It rises by at most 500 ppm of time, as fast as clocks drift and
/// slew, up to the least of the last ten seconds: so a queue that stays full for minutes is not taken for the path.
/// Sans-IO.
class DelayBase {
 public:
  void add(double delay_ms, Timestamp at);
  void reset() { *this = {}; }
  std::optional<double> ms() const { return base_; }

 private:
  struct Least {
    Timestamp begin;
    double ms;
  };
  std::deque<double> last_;
  std::deque<Least> recent_;  // one a second
  std::optional<double> base_;
  Timestamp at_;
};

}  // namespace jitterscope
