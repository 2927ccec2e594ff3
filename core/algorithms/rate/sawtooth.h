#pragma once
// The sawtooth of sound that waits behind a packet of the picture on a slow link: its slow ramp looks like a trend to
// any window that it fills.
#include <deque>
#include <optional>

#include "core/events/kinds/packet_arrived.h"

namespace jitterscope {

/// How long a packet of the picture takes on the slowest link is seen from how close behind one sound arrives. Sans-IO;
/// about the last ten seconds; bounded memory.
class Sawtooth {
 public:
  /// Every packet of both media, in arrival order.
  void arrived(const PacketArrived& packet);
  /// The delay of a packet of sound, in sequence order.
  void delay(double ms);
  /// The sender changed its rate: for a second a queue may drain.
  void cut();
  /// After each 8th packet of sound: the oldest of what is kept goes.
  void next_block();
  /// The most that sound waits behind one packet of the picture, as far as delays differed at all; 0 without a picture.
  double ms() const;

 private:
  struct Block {
    double ms_per_byte = 0;  // least, of sound behind a picture's packet; 0: none came
    int largest_video = 0;   // bytes on the link; 0: none
    double largest_fall = 0;
    std::optional<double> least, most;  // delay
  };
  static constexpr std::size_t kBlocks = 32;
  std::deque<Block> blocks_{Block{}};
  std::optional<double> last_delay_;
  int draining_ = 0;  // packets of sound whose falls may be those of a queue
  struct Arrival {
    Medium medium{};
    Timestamp at;
    bool by_kernel = false;
  };
  Arrival last_;
};

}  // namespace jitterscope
