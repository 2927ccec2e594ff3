#include "core/metrics/frame_ledger.h"

#include <algorithm>

#include "core/metrics/frame_measures.h"

namespace jitterscope {

FrameLedger::Frame* FrameLedger::find(std::int64_t number) {
  Frame& frame = place(number);
  return frame.number == number ? &frame : nullptr;
}

void FrameLedger::add(const Packet& packet, std::optional<double> period_ms) {
  if (!lowest_) lowest_ = highest_ = packet.frame;
  if (packet.frame <= highest_ - kReach) return;
  lowest_ = std::min(*lowest_, packet.frame);
  highest_ = std::max(highest_, packet.frame);
  if (period_ms && !late_) late_ = 0;
  Frame& frame = place(packet.frame);
  const bool begins = frame.number != packet.frame;
  if (begins) frame = {packet.frame, packet.sequence, packet.sequence, 0, {}, false, false, false, packet.received};
  if (begins || packet.sequence < frame.first) frame.first = packet.sequence, frame.first_block = packet.block;
  if (begins || packet.sequence > frame.last) frame.last = packet.sequence, frame.marked = packet.marker;
  ++frame.packets;
  frame.received = std::max(frame.received, packet.received);
  for (std::int64_t number = packet.frame; number <= packet.frame + 2; ++number) judge(number, period_ms);
}

/// From block 0 to the marker without a hole. Where packets do not carry their block, a hole behind the marker of the
/// frame before was the beginning of this one.
bool FrameLedger::is_complete(const Frame& frame) {
  if (!frame.marked || frame.last - frame.first + 1 != frame.packets) return false;
  if (frame.first_block) return *frame.first_block == 0;
  const Frame* before = find(frame.number - 1);
  return !before || !before->marked || frame.first == before->last + 1;
}

/// A packet of a frame can change what is said of it, whether the next one is complete, and lateness up to the one
/// after.
void FrameLedger::judge(std::int64_t number, std::optional<double> period_ms) {
  Frame* frame = find(number);
  if (!frame) return;
  const Frame* before = find(number - 1);
  complete_ -= frame->complete;
  frame->complete = is_complete(*frame);
  complete_ += frame->complete;
  if (frame->complete) decided_ = std::max(decided_, number);
  if (!period_ms) return;
  *late_ -= frame->late;
  frame->late =
      frame->complete && before && before->complete && is_late(frame->received - before->received, *period_ms);
  *late_ += frame->late;
}

void FrameLedger::end_through(std::int64_t frame) {
  decided_ = std::max(decided_, frame);
}

std::int64_t FrameLedger::lost() const {
  if (!lowest_ || decided_ < *lowest_) return 0;
  return std::min(decided_, highest_) - *lowest_ + 1 - complete_;
}

}  // namespace jitterscope
