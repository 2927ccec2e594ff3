#pragma once
// sun97's figures of video streams, the same from a simulation and from traces.
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/base/stats/moments.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// Shares are fractions of 1. Absent: nothing to measure from.
struct ShapingFigures {
  std::optional<double> packet_loss;
  std::optional<double> frame_loss;  // a block missing
  std::optional<double> frame_error;  // a block missing, or R_i − R_{i−1} > T after a complete frame i − 1 (sun97 §2)
  std::optional<double> duplicates;                               // further copies of packets, a share of packets sent
  std::optional<double> frame_delay_ms, frame_delay_stddev_ms;    // first packet to the kernel → frame assembled
  std::optional<double> packet_delay_ms, packet_delay_stddev_ms;  // to the kernel → received
};

/// One stream, from one sender to one receiver. All times on one clock.
class ShapingMeasures {
 public:
  explicit ShapingMeasures(Duration period) : period_(period) {}  // T
  void sent(std::int64_t frame, int block, Timestamp at);
  /// Of a packet that was given to sent(); others (of before the measurement) are left out.
  void arrived(std::int64_t frame, int block, Timestamp at);

 private:
  friend ShapingFigures figures_of(const std::vector<ShapingMeasures>& streams);
  struct Block {
    Timestamp sent;
    std::optional<Timestamp> arrived;
    int copies = 0;
  };
  using Frame = std::map<int, Block>;  // by block number
  Duration period_;
  std::map<std::int64_t, Frame> frames_;
};

/// All streams together.
ShapingFigures figures_of(const std::vector<ShapingMeasures>& streams);

}  // namespace jitterscope
