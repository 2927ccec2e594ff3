#pragma once
// Adds up streams of sound for one speaker; loud sums are bent softly instead of clipped. Sans-IO.
#include <cstdint>
#include <span>
#include <vector>

namespace jitterscope {

/// One chunk at a time: clear, add each stream, take the mix. Any one thread; allocates only when made.
class Mixer {
 public:
  static constexpr float kKnee = 0.75f;  // of full scale: below, the mix is the exact sum
  explicit Mixer(std::size_t samples) : sum_(samples), mixed_(samples) {}
  void clear();
  /// A stream that is shorter than the chunk is silent at its end; what is longer is not heard.
  void add(std::span<const std::int16_t> stream);
  std::span<const std::int16_t> mix();

 private:
  std::vector<std::int32_t> sum_;
  std::vector<std::int16_t> mixed_;
};

}  // namespace jitterscope
