#include "core/lab/sun97/shaping_measures.h"

#include <algorithm>

namespace jitterscope {

void ShapingMeasures::sent(std::int64_t frame, int block, Timestamp at) {
  frames_[frame][block].sent = at;
}

void ShapingMeasures::arrived(std::int64_t frame, int block, Timestamp at) {
  const auto found = frames_.find(frame);
  if (found == frames_.end()) return;
  const auto packet = found->second.find(block);
  if (packet == found->second.end()) return;
  ++packet->second.copies;
  if (!packet->second.arrived) packet->second.arrived = at;
}

ShapingFigures figures_of(const std::vector<ShapingMeasures>& streams) {
  Moments frame_delay, packet_delay;
  std::int64_t packets = 0, lost_packets = 0, further_copies = 0, frames = 0, lost_frames = 0, late_frames = 0;
  for (const ShapingMeasures& stream : streams) {
    std::optional<std::pair<std::int64_t, Timestamp>> before;  // the last complete frame
    for (const auto& [number, frame] : stream.frames_) {
      ++frames;
      Timestamp first = frame.begin()->second.sent, completed = first;
      bool complete = true;
      for (const auto& [block, packet] : frame) {
        ++packets;
        further_copies += std::max(packet.copies - 1, 0);
        first = std::min(first, packet.sent);
        if (packet.arrived) {
          packet_delay.add((*packet.arrived - packet.sent).ms());
          completed = std::max(completed, *packet.arrived);
        } else {
          ++lost_packets;
          complete = false;
        }
      }
      if (!complete) {
        ++lost_frames;
        continue;
      }
      frame_delay.add((completed - first).ms());
      late_frames += before && before->first == number - 1 && completed - before->second > stream.period_;
      before = {number, completed};
    }
  }
  const auto share = [](std::int64_t part, std::int64_t whole) {
    return whole > 0 ? std::optional(static_cast<double>(part) / static_cast<double>(whole)) : std::nullopt;
  };
  return {.packet_loss = share(lost_packets, packets),
          .frame_loss = share(lost_frames, frames),
          .frame_error = share(lost_frames + late_frames, frames),
          .duplicates = share(further_copies, packets),
          .frame_delay_ms = frame_delay.mean(),
          .frame_delay_stddev_ms = frame_delay.stddev(),
          .packet_delay_ms = packet_delay.mean(),
          .packet_delay_stddev_ms = packet_delay.stddev()};
}

}  // namespace jitterscope
