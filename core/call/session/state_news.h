#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/units/time.h"

namespace jitterscope {

/// When news of a state are told that another end can change again and again: of each of both states at most once a
/// minute, with how many changes were not told before. Sans-IO, one thread.
class StateNews {
 public:
  static constexpr Duration kEvery = Duration::seconds(60);

  struct Told {
    bool state;
    std::int64_t untold;  // changes between the last news and these
  };
  void changed(bool state) {
    state_ = state;
    ++changes_;
  }
  /// What was not told is no news any more.
  void forget() { changes_ = 0; }
  /// What is to be told now; nullopt: nothing is new, or it is too early.
  std::optional<Told> take(Timestamp now) {
    auto& last = told_[state_];
    if (changes_ == 0 || (last && now - *last < kEvery)) return std::nullopt;
    last = now;
    return Told{state_, std::exchange(changes_, 0) - 1};
  }

 private:
  bool state_ = false;
  std::int64_t changes_ = 0;  // not told
  std::array<std::optional<Timestamp>, 2> told_;
};

}  // namespace jitterscope
