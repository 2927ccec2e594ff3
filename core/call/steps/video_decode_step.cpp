#include "core/call/steps/video_decode_step.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr Duration kFrameWait = Duration::seconds(1);

}  // namespace

Timestamp VideoDecodeStep::run(Timestamp now) {
  streams_.take_changes();
  Timestamp next = now + kFrameWait;
  streams_.each([&](DecodeSlot& stream) { next = std::min(next, stream.run(now, decoder_).value_or(next)); });
  return next;
}

}  // namespace jitterscope
