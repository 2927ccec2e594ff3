#pragma once
// How much of what was expected was lost in a stretch of a call, and how sure that is: the loss of each whole second is
// one sample of the interval.
#include <cstdint>

#include "core/base/stats/moments.h"
#include "core/base/units/time.h"

namespace jitterscope {

struct LossShare;

/// Not thread-safe; bounded memory.
class LossBySecond {
 public:
  /// The first second begins at `began`, local.
  explicit LossBySecond(Timestamp began) : second_began_(began) {}

  /// Totals of the stretch at `at`, that moment's own included. Times ascend; slightly earlier ones do no harm.
  void count(Timestamp at, std::int64_t lost, std::int64_t expected);

  /// Share 0 ... 1, absent while nothing was expected. The interval is absent before three whole seconds; where nothing
  /// was lost it ends at 3 / expected (what a loss of that share would have shown with 95 %).
  LossShare figures() const;

 private:
  Timestamp second_began_;
  std::int64_t lost_ = 0, expected_ = 0;                // now
  std::int64_t second_lost_ = 0, second_expected_ = 0;  // when the second began
  Moments by_second_;
};

}  // namespace jitterscope
