#pragma once
// Complete frames to pictures: what the thread video-decode does. Frames are decoded at once and then wait, as
// pictures, until they are due.
#include <array>
#include <functional>

#include "core/algorithms/playout/frame_buffer.h"
#include "core/algorithms/playout/video_playout.h"
#include "core/base/realtime/latest_value.h"
#include "core/call/steps/picture_codec.h"
#include "core/call/steps/playout_switch.h"

namespace jitterscope {

struct VideoDecodeConfig {
  PlayoutSetting playout;
  Duration period;
  /// Each complete JPEG, before decoding; may be empty.
  std::function<void(std::int64_t frame, std::span<const std::uint8_t> jpeg)> on_jpeg;
};

/// A Step.
class VideoDecodeStep {
 public:
  /// All outlive this. `picture` gets every frame that is played, when it is due; one reader.
  VideoDecodeStep(EventRing& events, MediumBoard& board, PictureDecoder& decoder, LatestValue<VideoFrame>& picture,
                  const VideoDecodeConfig& config);

  /// Session thread; the step has to be run then.
  TakenOver set_playout(const PlayoutSetting& setting, Duration period, const SettingChanged* mark = nullptr) {
    return switch_.set(setting, Medium::kVideo, period, mark);
  }

  Timestamp run(Timestamp now);
  /// A complete frame, which takes as long as the decoder.
  void take(const FrameBuffer& buffer);
  void finish(Timestamp) {}

 private:
  struct Waiting {
    VideoFrame picture;
    std::uint32_t ssrc = 0;
    std::int64_t rtp_timestamp = 0;
    Duration held;
  };
  void await_playout(const FrameDone& done, Timestamp now);
  void play_due(Timestamp now);
  void report_played(Timestamp now);

  EventRing& events_;
  MediumBoard& board_;
  PictureDecoder& decoder_;
  LatestValue<VideoFrame>& picture_;
  const VideoDecodeConfig config_;
  PlayoutSwitch switch_;
  VideoPlayout playout_;
  VideoFrame decoded_;
  std::array<Waiting, VideoPlayout::kSlots> waiting_;  // touched as far as the delay needs
  bool any_ = false;                                   // a frame has been decoded
  Timestamp next_report_;
};

}  // namespace jitterscope
