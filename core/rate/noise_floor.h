#pragma once
// How much the delays of the sound change from group to group without any trend: what a test for one must not take for
// it.
#include <cstdint>
#include <deque>
#include <optional>

#include "core/events/events.h"

namespace jitterscope {

/// Two kinds. The scatter of medians of 4 successive delays about a straight line through their neighbours, which a
/// trend adds nothing to. And the sawtooth of sound waiting behind a packet of the picture on a slow link, whose slow
/// ramp looks like a trend to any window that it fills: how long one such packet takes there, by how close behind one
/// sound arrives. Sans-IO; about the last ten seconds; bounded memory.
class NoiseFloor {
 public:
  /// Every packet of both media, in arrival order.
  void arrived(const PacketArrived& packet);
  /// The delay of a packet of sound, in sequence order.
  void delay(double ms);
  /// Something was changed: what comes next is not compared with what came before, and a queue may drain for a second.
  void cut();
  /// After each 8th packet of sound: the oldest of what is kept goes.
  void next_block();

  /// Of medians of groups: twice their standard deviation; 0 until there are enough.
  double scatter_ms() const;
  /// The most that sound waits behind one packet of the picture, as far as delays differed at all; 0 without a picture.
  double sawtooth_ms() const;

 private:
  struct Block {
    double ms_per_byte = 0;  // least, of sound behind a picture's packet; 0: none came
    int largest_video = 0;   // bytes on the link; 0: none
    double largest_fall = 0;
    std::optional<double> least, most;  // delay
  };
  static constexpr std::size_t kBlocks = 32, kBends = 32;
  std::deque<Block> blocks_{Block{}};
  std::deque<double> group_, medians_;
  std::deque<double> bends_;  // |median − mean of its neighbours|
  std::size_t bends_since_cut_ = 0;
  std::optional<double> last_delay_;
  int draining_ = 0;  // packets of sound whose falls may be those of a queue
  std::optional<PacketArrived> last_;
};

}  // namespace jitterscope
