#include "core/measures/definitions/frame_ledger.h"

#include <algorithm>

namespace jitterscope {

FrameLedger::Frame* FrameLedger::find(std::int64_t number) {
  Frame& frame = place(number);
  return frame.number == number ? &frame : nullptr;
}

void FrameLedger::add(const Packet& packet, const LatenessRule& rule) {
  if (!lowest_) lowest_ = highest_ = packet.frame;
  if (packet.frame <= highest_ - kReach) return;
  lowest_ = std::min(*lowest_, packet.frame);
  highest_ = std::max(highest_, packet.frame);
  if (!late_.count) late_ = LateUnits::before_any(rule);
  Frame& frame = place(packet.frame);
  const bool begins = frame.number != packet.frame;
  if (begins)
    frame = {packet.frame, packet.sequence, packet.sequence, 0, {}, false, false, false, false, true, packet.received};
  if (begins || packet.sequence < frame.first) frame.first = packet.sequence, frame.first_block = packet.block;
  frame.last = std::max(frame.last, packet.sequence);
  frame.ended |= packet.marker;
  frame.timed &= packet.timed;
  ++frame.packets;
  frame.received = std::max(frame.received, packet.received);
  if (frame.first == packet.sequence) frame.rtp_timestamp = packet.timestamp, frame.marked = packet.begins_talkspurt;
  for (std::int64_t number = packet.frame; number <= packet.frame + 3; ++number) judge(number, rule);
}

/// It has block 0 and the marker, and no hole. Where packets do not carry their block, a hole behind the marker of the
/// frame before was the beginning of this one.
bool FrameLedger::is_complete(const Frame& frame) {
  if (!frame.ended || frame.last - frame.first + 1 != frame.packets) return false;
  if (frame.first_block) return *frame.first_block == 0;
  const Frame* before = find(frame.number - 1);
  return !before || !before->ended || frame.first == before->last + 1;
}

/// A packet of a frame can change what is said of it, whether the next one is complete, and lateness up to two after
/// that.
void FrameLedger::judge(std::int64_t number, const LatenessRule& rule) {
  Frame* frame = find(number);
  if (!frame) return;
  complete_ -= frame->complete;
  frame->complete = is_complete(*frame);
  complete_ += frame->complete;
  if (frame->complete) decided_ = std::max(decided_, number);
  const bool was = frame->late;
  frame->late = judge_late(*frame, rule);
  if (late_.count) *late_.count += frame->late - was;
}

bool FrameLedger::judge_late(const Frame& frame, const LatenessRule& rule) {
  const Frame* before = find(frame.number - 1);
  const auto counts = [](const Frame* each) { return each && each->complete && each->timed; };
  if (!counts(&frame) || !counts(before)) return false;
  const Frame* before_that = find(frame.number - 2);
  const auto judged = lateness_of(frame, *before, counts(before_that) ? before_that : nullptr, rule);
  if (!judged) return false;
  if (!late_.count) late_.count = 0;
  if (frame.number >= dvt_of_) dvt_of_ = frame.number, late_.dvt_ms = rule.dvt_ms(judged->period_ms);
  return judged->late;
}

void FrameLedger::end_through(std::int64_t frame) {
  decided_ = std::max(decided_, frame);
}

std::int64_t FrameLedger::lost() const {
  if (!lowest_ || decided_ < *lowest_) return 0;
  return std::min(decided_, highest_) - *lowest_ + 1 - complete_;
}

}  // namespace jitterscope
