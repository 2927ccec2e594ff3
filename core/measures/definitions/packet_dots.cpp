#include "core/measures/definitions/packet_dots.h"

#include <algorithm>
#include <utility>

namespace jitterscope {

void PacketDots::add(std::int64_t frame, std::uint16_t block, Timestamp at, double at_s) {
  auto found = std::find_if(frames_.rbegin(), frames_.rend(), [&](const Frame& f) { return f.number <= frame; });
  if (found == frames_.rend() || found->number != frame) {
    if (found != frames_.rbegin()) return;  // a straggler of a frame that is not kept
    Frame fresh{frame, at, {}};
    const auto goes = [&](const Frame& old) {
      return frames_.size() >= max_frames_ || (kept_ && at - old.first > *kept_);
    };
    while (!frames_.empty() && goes(frames_.front())) {
      fresh.dots = std::exchange(frames_.front().dots, {});  // reuse its memory
      fresh.dots.clear();
      frames_.pop_front();
    }
    frames_.push_back(std::move(fresh));
    found = frames_.rbegin();
  }
  if (found->dots.size() >= kMaxDotsPerFrame) return;
  found->dots.push_back({frame, block, at_s, (at - found->first).ms()});
}

std::vector<PacketDot> PacketDots::dots() const {
  std::size_t count = 0;
  for (const Frame& frame : frames_) count += frame.dots.size();
  std::vector<PacketDot> all;
  all.reserve(count);
  for (const Frame& frame : frames_) all.insert(all.end(), frame.dots.begin(), frame.dots.end());
  return all;
}

}  // namespace jitterscope
