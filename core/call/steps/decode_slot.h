#pragma once
// One received stream of pictures, on the thread video-decode: frames are decoded at once and then wait, as pictures,
// until they are due.
#include <array>
#include <functional>
#include <memory>

#include "core/algorithms/playout/video_playout.h"
#include "core/base/realtime/latest_value.h"
#include "core/call/exchange/frame_exchange.h"
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

}  // namespace jitterscope
