#pragma once
// Complete frames to pictures: what the thread video-decode does, for each remote in a slot. Of each one frame in turn,
// so that a busy one starves nobody.
#include <algorithm>
#include <array>
#include <functional>
#include <memory>

#include "core/algorithms/playout/video_playout.h"
#include "core/base/realtime/latest_value.h"
#include "core/call/exchange/frame_exchange.h"
#include "core/call/exchange/slot_table.h"
#include "core/call/steps/picture_codec.h"
#include "core/call/steps/playout_switch.h"

namespace jitterscope {

struct DecodeSlotConfig {
  PlayoutSetting playout;
  Duration period;
  /// Each complete JPEG, before decoding; may be empty.
  std::function<void(std::int64_t frame, std::span<const std::uint8_t> jpeg)> on_jpeg;
  ParticipantId remote = kFirstRemote;
};

/// One received stream of pictures, on the thread video-decode: frames are decoded at once and then wait, as pictures,
/// until they are due.
class DecodeSlot {
 public:
  /// All outlive this; the board is the remote's. `picture` gets every frame that is played, when it is due; one
  /// reader.
  DecodeSlot(EventRing& events, MediumBoard& board, std::shared_ptr<FrameExchange> frames,
             LatestValue<VideoFrame>& picture, const DecodeSlotConfig& config);

  /// Session thread; the step has to be run then.
  TakenOver set_playout(const PlayoutSetting& setting, Duration period, const SettingChanged* mark = nullptr) {
    return switch_.set(setting, Medium::kVideo, period, mark);
  }

  /// video-decode. Decodes the next complete frame, if there is one, and plays what is due. When it is to be run again,
  /// which may be at once; absent: when a frame comes.
  std::optional<Timestamp> run(Timestamp now, PictureDecoder& decoder);

 private:
  struct Waiting {
    VideoFrame picture;
    std::uint32_t ssrc = 0;
    std::int64_t rtp_timestamp = 0;
    Duration held;
  };
  void decode(const FrameBuffer& buffer, PictureDecoder& decoder);
  void await_playout(const FrameDone& done, Timestamp now);
  void give_memory_back();
  void play_due(Timestamp now);
  void report_played(Timestamp now);

  RemoteEvents events_;
  MediumBoard& board_;
  const std::shared_ptr<FrameExchange> frames_;
  LatestValue<VideoFrame>& picture_;
  const DecodeSlotConfig config_;
  PlayoutSwitch switch_;
  VideoPlayout playout_;
  VideoFrame decoded_;
  std::array<Waiting, VideoPlayout::kSlots> waiting_;  // touched as far as the delay needs
  bool any_ = false;                                   // a frame has been decoded
  Timestamp next_report_;
};

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
