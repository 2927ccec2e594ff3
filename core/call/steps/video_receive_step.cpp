#include "core/call/steps/video_receive_step.h"

#include "core/call/steps/stream_of.h"

namespace jitterscope {
namespace {

constexpr Duration kExpiryWait = Duration::ms(100);  // frames whose packets have stopped are looked for

}  // namespace

Timestamp VideoReceiveStep::run(Timestamp now) {
  streams_.take_changes([now](VideoSlot& stream) { stream.finish(now); });
  rejects_.tell(now, [this](const PacketRejected& sum) { events_.push(sum); });
  streams_.each([now](VideoSlot& stream) { stream.run(now); });
  return now + kExpiryWait;
}

bool VideoReceiveStep::take(const Arrival& arrival) {
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
