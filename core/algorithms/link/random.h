#pragma once
// Seeded randomness of one piece of the link: pieces do not share a generator, so that switching one on changes no
// other.
#include <cstdint>
#include <random>

namespace jitterscope::link {

class Random {
 public:
  /// `piece` keeps generators of one seed apart.
  Random(std::uint64_t seed, std::uint64_t piece) : engine_(seed * 0x9E3779B97F4A7C15u + piece) {}

  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }  // [0, 1)
  bool happens(double probability) { return probability > 0 && uniform() < probability; }
  double normal() { return normal_(engine_); }
  double exponential() { return exponential_(engine_); }  // mean 1

 private:
  std::mt19937_64 engine_;
  std::normal_distribution<double> normal_;
  std::exponential_distribution<double> exponential_;
};

}  // namespace jitterscope::link
