#pragma once
// What was played last, what is kept of it for each half of a demonstration, and what is played once more in place of
// the sound that comes. Not thread-safe.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace jitterscope {

class PlayedSound {
 public:
  static constexpr std::size_t kSampleRate = 8000, kMostKept = 5 * kSampleRate;  // samples: five seconds
  static constexpr std::size_t kHalves = 2;

  /// Samples on their way to the speaker: they are noted, and replaced while something is played once more.
  void pass(std::span<std::int16_t> samples);
  /// What was noted last, since the other half was kept, is that half's from now on.
  void keep(std::size_t half);
  /// All that was noted and kept; what is being played ends.
  void forget();
  bool keeps(std::size_t half) const { return !kept_[half].empty(); }
  /// From its beginning, also while another is being played; nothing where none is kept.
  void play(std::size_t half);

 private:
  std::vector<std::int16_t> recent_;  // a ring once it is full
  std::size_t next_ = 0;              // of the ring
  std::array<std::vector<std::int16_t>, kHalves> kept_;
  std::optional<std::size_t> playing_;
  std::size_t played_ = 0;  // samples of it
};

}  // namespace jitterscope
