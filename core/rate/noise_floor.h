#pragma once
// How much the delays of the sound change from group to group without any trend: what a test for one must not take for
// it.
#include <algorithm>
#include <array>

#include "core/rate/group_scatter.h"
#include "core/rate/sawtooth.h"

namespace jitterscope {

/// By scale (32, 64, 128 packets): medians of the longer scales' larger groups scatter less. Sans-IO; about the last
/// ten seconds; bounded memory.
class NoiseFloor {
 public:
  /// Every packet of both media, in arrival order.
  void arrived(const PacketArrived& packet) { sawtooth_.arrived(packet); }
  /// The delay of a packet of sound, in sequence order.
  void delay(double ms) {
    sawtooth_.delay(ms);
    for (auto& scatter : scatter_) scatter.add(ms);
  }
  /// Something was changed: what comes next is not compared with what came before.
  void cut() {
    sawtooth_.cut();
    for (auto& scatter : scatter_) scatter.cut();
  }
  /// After each 8th packet of sound.
  void next_block() { sawtooth_.next_block(); }

  /// Between two groups. Where sound and picture beat, the sawtooth is one slow ramp; the shortest window has six
  /// groups, so five steps on it.
  double step_ms(std::size_t scale) const { return std::max(scatter_[scale].ms(), sawtooth_.ms() / 5); }
  /// Between any groups of a window: nearly four standard deviations, or the whole ramp.
  double range_ms(std::size_t scale) const { return std::max(scatter_[scale].ms() * 1.5, sawtooth_.ms()); }

 private:
  Sawtooth sawtooth_;
  std::array<GroupScatter, TrendReported::kScales> scatter_{GroupScatter{5}, GroupScatter{8}, GroupScatter{12}};
};

}  // namespace jitterscope
