#pragma once
// How much the delays of the sound change from group to group without any trend: what a test for one must not take for
// it.
#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/event.h"
#include "core/events/names.h"

namespace jitterscope {

/// The sawtooth of sound that waits behind a packet of the picture on a slow link: its slow ramp looks like a trend to
/// any window that it fills.
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

/// How much medians of groups of successive delays scatter without any trend: measured about a straight line through
/// the neighbours, which a trend adds nothing to; the middle of the last few, so that bends of the line itself, where a
/// queue begins or ends, do not count either. Sans-IO; bounded memory.
class GroupScatter {
 public:
  explicit GroupScatter(std::size_t packets_a_group) : packets_(packets_a_group) {}
  void add(double delay_ms);
  /// Compares what comes next no more with what came before.
  void cut();
  /// 2.5 standard deviations of a median; of the last 32 groups or of those since the cut, whichever is more. 0 until
  /// there are enough.
  double ms() const;

 private:
  std::size_t packets_;
  std::deque<double> group_, medians_;
  std::deque<double> bends_;  // |median − mean of its neighbours|
  std::size_t since_cut_ = 0;
};

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

  struct Level {
    double step_ms = 0;   // between two groups of a window
    double range_ms = 0;  // between any groups of a window
  };
  /// By scale. Where sound and picture beat, the sawtooth is one slow ramp; the shortest window has six groups, so five
  /// steps on it. Nearly four standard deviations hold the whole scatter of a window.
  std::array<Level, kTrendScales> levels() const {
    const double sawtooth = sawtooth_.ms();
    std::array<Level, kTrendScales> levels;
    for (std::size_t i = 0; i < levels.size(); ++i) {
      const double scatter = scatter_[i].ms();
      levels[i] = {std::max(scatter, sawtooth / 5), std::max(scatter * 1.5, sawtooth)};
    }
    return levels;
  }

 private:
  Sawtooth sawtooth_;
  std::array<GroupScatter, kTrendScales> scatter_{GroupScatter{5}, GroupScatter{8}, GroupScatter{12}};
};

}  // namespace jitterscope
