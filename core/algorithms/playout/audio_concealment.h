#pragma once
// Fills gaps of sound: what was heard last is repeated and fades to silence within 60 ms; what follows is cross-faded
// in within 4 ms. The repetition runs backwards and forwards in turn, so that it begins, and joins itself, without a
// jump.
#include <array>
#include <cstdint>
#include <span>

namespace jitterscope {

/// 8 kHz samples. No allocation.
class AudioConcealment {
 public:
  static constexpr std::size_t kRepeated = 160;  // 20 ms
  static constexpr std::size_t kFade = 480;      // 60 ms
  static constexpr std::size_t kJoin = 32;       // 4 ms

  /// Real sound: `in` → `out`. `continues`: it follows what was played last without a gap; otherwise it is faded in
  /// over what would have been heard instead.
  void play(std::span<const std::int16_t> in, bool continues, std::span<std::int16_t> out);
  /// No sound is there.
  void fill(std::span<std::int16_t> out);
  /// Whether nothing can be heard of the past.
  bool silent() const { return filled_ >= kFade; }

 private:
  std::int16_t next();
  void remember(std::int16_t sample);

  std::array<std::int16_t, kRepeated> heard_{};  // ring
  std::size_t newest_ = 0;                       // index behind the newest
  std::size_t filled_ = kFade;                   // samples since real sound ended
  std::array<std::int16_t, kJoin> tail_{};
  std::size_t join_left_ = 0;
};

}  // namespace jitterscope
