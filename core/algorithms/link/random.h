#pragma once
// Seeded randomness of one piece of the link: pieces do not share a generator, so that switching one on changes no
// other.
#include <cstdint>
#include <limits>
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

/// The directions of one link have seeds of their own, made of the one that is set.
constexpr std::uint64_t seed_of_way(std::uint64_t seed, std::size_t way) {
  return 2 * seed + way;
}

/// Names the packet that something is drawn for: the `number`-th of its kind.
struct PacketKey {
  std::uint32_t kind = 0;
  std::uint64_t number = 0;
};

/// Seeded randomness of one piece of the link, for each packet by itself: what is drawn for the tenth packet of sound
/// is the same whatever packets of other kinds came before it, and whatever became of them.
class PacketRandom {
 public:
  PacketRandom(std::uint64_t seed, std::uint64_t piece) : base_(mixed(seed * kStep + piece)) {}

  /// The values drawn for one packet, a UniformRandomBitGenerator (SplitMix64).
  class Draws {
   public:
    using result_type = std::uint64_t;
    explicit Draws(std::uint64_t state) : state_(state) {}
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
    result_type operator()() { return mixed(state_ += kStep); }

    double uniform() { return static_cast<double>((*this)() >> 11) * 0x1p-53; }  // [0, 1)
    bool happens(double probability) { return uniform() < probability; }
    double normal() { return std::normal_distribution<double>()(*this); }

   private:
    std::uint64_t state_;
  };
  Draws of(const PacketKey& packet) const { return Draws(mixed(base_ ^ mixed(packet.kind * kStep) ^ packet.number)); }

 private:
  static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15u;
  static constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
  }

  std::uint64_t base_;
};

}  // namespace jitterscope::link
