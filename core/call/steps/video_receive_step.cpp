#include "core/call/steps/video_receive_step.h"

#include "core/call/steps/stream_of.h"

namespace jitterscope {
namespace {

constexpr Duration kExpiryWait = Duration::ms(100);  // frames whose packets have stopped are looked for

}  // namespace

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
