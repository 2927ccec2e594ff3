#pragma once
// At most so many a second, or in another time, of what another end sends.
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/units/time.h"

namespace jitterscope {

class SecondLimit {
 public:
  explicit SecondLimit(int most, Duration second = Duration::seconds(1)) : most_(most), second_(second) {}

  /// False: the second that runs has had its number; this one is counted as left out.
  bool take(Timestamp now) {
    look(now);
    if (!began_) began_ = now;
    if (taken_ >= most_) return ++left_out_, false;
    ++taken_;
    return true;
  }
  /// How many were left out in seconds that are over, since it was last asked.
  std::int64_t take_left_out(Timestamp now) {
    look(now);
    return std::exchange(finished_, 0);
  }

 private:
  void look(Timestamp now) {
    if (!began_ || now - *began_ < second_) return;
    finished_ += std::exchange(left_out_, 0);
    taken_ = 0;
    began_.reset();
  }

  int most_, taken_ = 0;
  Duration second_;
  std::int64_t left_out_ = 0, finished_ = 0;  // in the second that runs; in those before
  std::optional<Timestamp> began_;
};

}  // namespace jitterscope
