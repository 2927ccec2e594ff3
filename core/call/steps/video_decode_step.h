#pragma once
// Complete frames to pictures: what the thread video-decode does, for each remote in a slot. Of each one frame in turn,
// so that a busy one starves nobody.
#include <algorithm>

#include "core/call/exchange/slot_table.h"
#include "core/call/steps/decode_slot.h"

namespace jitterscope {

/// A Step.
class VideoDecodeStep {
 public:
  /// It outlives this.
  explicit VideoDecodeStep(PictureDecoder& decoder) : decoder_(decoder) {}

  /// Session thread: its side of the table.
  SlotTable<DecodeSlot>& streams() { return streams_; }

  /// Decodes one frame of each remote that has one, at most.
  Timestamp run(Timestamp now) {
    streams_.take_changes();
    Timestamp next = now + kFrameWait;
    streams_.each([&](DecodeSlot& stream) { next = std::min(next, stream.run(now, decoder_).value_or(next)); });
    return next;
  }
  void finish(Timestamp) {}

 private:
  static constexpr Duration kFrameWait = Duration::seconds(1);

  PictureDecoder& decoder_;
  SlotTable<DecodeSlot> streams_;
};

}  // namespace jitterscope
