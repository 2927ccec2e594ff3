#pragma once
// How many frames of a stretch were lost, of those up to the oldest that is not decided: complete frames are told at
// once, lost ones when they are given up, so counting all that are told would leave out lost ones.
#include <algorithm>
#include <array>
#include <cstdint>

namespace jitterscope {

/// Not thread-safe; bounded memory.
class FrameLossCount {
 public:
  /// Of the frames from number `first` on.
  explicit FrameLossCount(std::int64_t first) : first_(first), next_(first) {}

  /// Each number once; later ones do no harm. What is kOpen numbers behind, or kBehindWhole behind a frame that came
  /// whole, is not awaited any more: it was decided before, or skipped.
  void add(std::int64_t frame, bool lost) {
    if (frame < next_) return;
    const std::int64_t lowest = frame - (lost ? kOpen : kBehindWhole) + 1;
    for (std::int64_t i = 0; next_ < lowest && i < kOpen; ++i) pass();
    next_ = std::max(next_, lowest);
    state(frame) = lost ? State::kLost : State::kWhole;
    while (state(next_) != State::kAwaited) pass();
  }
  std::int64_t first() const { return first_; }
  std::int64_t frames() const { return frames_; }
  std::int64_t lost() const { return lost_; }

 private:
  static constexpr std::int64_t kOpen = 32, kBehindWhole = 3;  // the reassembler's
  enum class State : std::uint8_t { kAwaited, kWhole, kLost };
  State& state(std::int64_t frame) { return states_[static_cast<std::uint64_t>(frame) % kOpen]; }
  void pass() {
    State& passed = state(next_++);
    if (passed != State::kAwaited) ++frames_;
    if (passed == State::kLost) ++lost_;
    passed = State::kAwaited;
  }

  std::array<State, kOpen> states_{};
  std::int64_t first_, next_, frames_ = 0, lost_ = 0;
};

}  // namespace jitterscope
