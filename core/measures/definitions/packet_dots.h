#pragma once
// When the packets of the last frames left or came, for the departures-and-arrivals plot.
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "core/base/units/time.h"
#include "core/measures/views/packet_dot.h"

namespace jitterscope {

/// Keeps the last `max_frames` frames that began, where `kept` is given only those of that time before the newest, and
/// at most 4096 packets of each.
class PacketDots {
 public:
  explicit PacketDots(std::size_t max_frames, std::optional<Duration> kept = {})
      : max_frames_(max_frames), kept_(kept) {}

  void add(std::int64_t frame, std::uint16_t block, Timestamp at, double at_s);
  std::vector<PacketDot> dots() const;  // frame by frame, oldest first
  void clear() { frames_.clear(); }

 private:
  struct Frame {
    std::int64_t number;
    Timestamp first;
    std::vector<PacketDot> dots;
  };
  static constexpr std::size_t kMaxDotsPerFrame = 4096;
  std::size_t max_frames_;
  std::optional<Duration> kept_;
  std::deque<Frame> frames_;
};

}  // namespace jitterscope
