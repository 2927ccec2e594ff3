#include "core/call/steps/video_receive_step.h"

namespace jitterscope {
namespace {

constexpr Duration kExpiryWait = Duration::ms(100);  // frames whose packets have stopped are looked for

}  // namespace

VideoReceiveStep::VideoReceiveStep(EventRing& events, FrameExchange& frames, const VideoReceiveConfig& config)
    : events_(events),
      frames_(frames),
      reassembly_set_{config.reassembly.loss_policy, config.reassembly.discard_late_frames, config.reassembly.period},
      intake_(config.intake),
      reassembler_(config.reassembly) {}

TakenOver VideoReceiveStep::set_loss_policy(LossPolicy policy, bool discard_late_frames, const SettingChanged* mark) {
  reassembly_set_.policy = policy;
  reassembly_set_.discard_late_frames = discard_late_frames;
  return reassembly_.put(reassembly_set_, mark);
}

void VideoReceiveStep::set_period(Duration period) {
  reassembly_set_.period = period;
  reassembly_.put(reassembly_set_, nullptr);
}

Timestamp VideoReceiveStep::run(Timestamp now) {
  take_settings(now);
  rejects_.tell(now, [this](const PacketRejected& sum) { events_.push(sum); });
  hand_over(reassembler_.expire(now));
  return now + kExpiryWait;
}

void VideoReceiveStep::finish(Timestamp now) {
  hand_over(reassembler_.close(now));
  rejects_.tell_all([this](const PacketRejected& sum) { events_.push(sum); });
}

void VideoReceiveStep::take_settings(Timestamp now) {
  if (!reassembly_.take(now, [this](const Event& mark) { events_.push(mark); })) return;
  const Reassembly& wanted = reassembly_.value();
  reassembler_.set_loss_policy(wanted.policy, wanted.discard_late_frames);
  reassembler_.set_period(wanted.period);
}

bool VideoReceiveStep::take(const Arrival& arrival) {
  const auto refuse = [&](RejectReason reason) {
    rejects_.note(reason, arrival.received, arrival.size());
    return false;
  };
  const auto accepted = intake_.accept(arrival);
  if (!accepted) return refuse(accepted.reason);
  if (accepted->restarted) hand_over(reassembler_.restart(arrival.received));
  const auto jpeg = rtp::parse_jpeg_payload(accepted->packet.payload);
  if (!jpeg) return refuse(jpeg.reason);
  PacketArrived event = accepted->event;
  if (event.duplicate) {
    events_.push(event);
    return true;
  }
  VideoPacket packet{accepted->packet.header, accepted->packet.extensions.block, *jpeg, arrival.received,
                     event.sent_conference};
  reassembler_.set_ssrc(event.ssrc);
  const auto result = reassembler_.push(packet);
  if (result.rejected) {
    refuse(*result.rejected);
    hand_over(result);
    return false;
  }
  if (result.frame) event.frame = result.frame;  // as FrameDone counts it, also after a restart
  events_.push(event);
  hand_over(result);
  return true;
}

void VideoReceiveStep::hand_over(const VideoReassembler::Result& result) {
  for (const FrameDone& done : result.done) events_.push(done);
  if (!result.frame_ready) return;
  if (spare_.empty()) frames_.free.pop(spare_);
  if (!spare_.empty() && reassembler_.take(spare_))
    frames_.complete.push_wake(std::move(spare_));
  else
    skip(result);
}

/// No buffer is free: the picture that is ready is not decoded.
void VideoReceiveStep::skip(const VideoReassembler::Result& result) {
  skipped_.fetch_add(1, std::memory_order_relaxed);
  const FrameDone* ready = nullptr;
  for (const FrameDone& done : result.done)
    if (done.outcome == FrameOutcome::kComplete || done.outcome == FrameOutcome::kPatched) ready = &done;
  if (ready)
    events_.push(FramePlayed{ready->ssrc, ready->frame, PlayoutOutcome::kDropped, ready->completed, ready->completed});
}

}  // namespace jitterscope
