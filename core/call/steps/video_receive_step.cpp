#include "core/call/steps/video_receive_step.h"

#include <utility>

#include "core/call/steps/accepted_packet.h"
#include "core/call/steps/stream_of.h"
#include "core/events/kinds/frame_played.h"

namespace jitterscope {
namespace {

constexpr Duration kExpiryWait = Duration::ms(100);  // frames whose packets have stopped are looked for

}  // namespace

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
  if (!taken_.take(arrival.received)) return events_.leave_out(), std::nullopt;
  if (expected_ && events_.push(*expected_)) expected_.reset();
  if (accepted->restarted) hand_over(reassembler_.restart(arrival.received));
  if (accepted->begins_run) events_.push(new_run_notice(Medium::kVideo, arrival.received));
  PacketArrived event = accepted->event;
  const bool empty = accepted->packet.payload.empty();  // as one that keeps a way open: there is nothing to refuse
  const auto jpeg = accepted->of_other_type ? rtp::Parsed<rtp::JpegPayload>(RejectReason::kWrongPayloadType)
                                            : rtp::parse_jpeg_payload(accepted->packet.payload);
  if (!jpeg) {
    if (empty)
      tell_untimed(events_, event);
    else
      refusals_.tell(events_, event, jpeg.reason);
    return std::nullopt;
  }
  if (event.duplicate) {
    events_.push(event);
    return std::nullopt;
  }
  VideoPacket packet{accepted->packet.header, accepted->packet.extensions.block, *jpeg, arrival.received,
                     event.sent_conference};
  reassembler_.set_ssrc(event.ssrc);
  const auto result = reassembler_.push(packet);
  if (result.rejected) {
    refusals_.tell(events_, event, *result.rejected);
  } else {
    if (result.frame) event.frame = result.frame;  // as FrameDone counts it, also after a restart
    events_.push(event);
  }
  hand_over(result);
  return std::nullopt;
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

Timestamp VideoReceiveStep::run(Timestamp now) {
  take_streams(now);
  rejects_.tell(now, [this](const PacketRejected& sum) { events_.push(sum); });
  streams_.each([now](VideoSlot& stream) { stream.run(now); });
  return now + kExpiryWait;
}

void VideoReceiveStep::take_streams(Timestamp now) {
  streams_.take_changes(
      [this](VideoSlot& stream) {
        if (patience_) stream.set_patience(*patience_);
      },
      [now](VideoSlot& stream) { stream.finish(now); });
}

void VideoReceiveStep::set_patience(Duration patience) {
  patience_ = patience;
  streams_.each([patience](VideoSlot& stream) { stream.set_patience(patience); });
}

bool VideoReceiveStep::take(const Arrival& arrival) {
  take_streams(arrival.received);
  VideoSlot* stream = stream_of(streams_, arrival.bytes);
  const auto refused = stream ? stream->take(arrival) : RejectReason::kWrongSsrc;
  if (refused) rejects_.note(*refused, arrival.received, arrival.size());
  return !refused;
}

void VideoReceiveStep::finish(Timestamp now) {
  streams_.each([now](VideoSlot& stream) { stream.finish(now); });
  rejects_.tell_all([this](const PacketRejected& sum) { events_.push(sum); });
}

}  // namespace jitterscope
