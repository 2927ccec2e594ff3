#include "core/call/steps/video_slot.h"

#include <utility>

#include "core/events/kinds/frame_played.h"

namespace jitterscope {

VideoSlot::VideoSlot(EventRing& events, std::shared_ptr<FrameExchange> frames, FrameBell& bell,
                     const VideoSlotConfig& config)
    : events_(events, config.remote),
      frames_(std::move(frames)),
      bell_(bell),
      expected_(config.expected),
      reassembly_set_{config.reassembly.loss_policy, config.reassembly.discard_late_frames, config.reassembly.period},
      intake_(config.intake),
      reassembler_(config.reassembly) {}

TakenOver VideoSlot::set_loss_policy(LossPolicy policy, bool discard_late_frames, const SettingChanged* mark) {
  reassembly_set_.policy = policy;
  reassembly_set_.discard_late_frames = discard_late_frames;
  return reassembly_.put(reassembly_set_, mark);
}

void VideoSlot::set_period(Duration period) {
  reassembly_set_.period = period;
  reassembly_.put(reassembly_set_, nullptr);
}

void VideoSlot::run(Timestamp now) {
  if (reassembly_.take(now, [this](const Event& mark) { events_.push(mark); })) {
    const Reassembly& wanted = reassembly_.value();
    reassembler_.set_loss_policy(wanted.policy, wanted.discard_late_frames);
    reassembler_.set_period(wanted.period);
  }
  hand_over(reassembler_.expire(now));
}

std::optional<RejectReason> VideoSlot::take(const Arrival& arrival) {
  const auto accepted = intake_.accept(arrival);
  if (!accepted) return accepted.reason;
  if (expected_ && events_.push(*expected_)) expected_.reset();
  if (accepted->restarted) hand_over(reassembler_.restart(arrival.received));
  const auto jpeg = rtp::parse_jpeg_payload(accepted->packet.payload);
  if (!jpeg) return jpeg.reason;
  PacketArrived event = accepted->event;
  if (event.duplicate) {
    events_.push(event);
    return std::nullopt;
  }
  VideoPacket packet{accepted->packet.header, accepted->packet.extensions.block, *jpeg, arrival.received,
                     event.sent_conference};
  reassembler_.set_ssrc(event.ssrc);
  const auto result = reassembler_.push(packet);
  if (!result.rejected) {
    if (result.frame) event.frame = result.frame;  // as FrameDone counts it, also after a restart
    events_.push(event);
  }
  hand_over(result);
  return result.rejected;
}

void VideoSlot::hand_over(const VideoReassembler::Result& result) {
  for (const FrameDone& done : result.done) events_.push(done);
  if (!result.frame_ready) return;
  if (spare_.empty()) frames_->free.pop(spare_);
  if (!spare_.empty() && reassembler_.take(spare_))
    frames_->complete.push(std::move(spare_)), bell_.ring();
  else
    skip(result);
}

/// No buffer is free: the picture that is ready is not decoded.
void VideoSlot::skip(const VideoReassembler::Result& result) {
  skipped_.fetch_add(1, std::memory_order_relaxed);
  const FrameDone* ready = nullptr;
  for (const FrameDone& done : result.done)
    if (done.outcome == FrameOutcome::kComplete || done.outcome == FrameOutcome::kPatched) ready = &done;
  if (ready)
    events_.push(FramePlayed{ready->ssrc, ready->frame, PlayoutOutcome::kDropped, ready->completed, ready->completed});
}

}  // namespace jitterscope
