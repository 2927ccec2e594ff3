#pragma once
// Captured pictures to blocks: what the thread video-encode does. No copy of a picture or of its JPEG is made.
#include <optional>

#include "core/call/exchange/event_rings.h"
#include "core/call/exchange/setting_handover.h"
#include "core/call/exchange/stream_send_state.h"
#include "core/call/steps/picture_codec.h"

namespace jitterscope {

struct RateBoard;

struct VideoEncodeConfig {
  rtp::ExtensionIds ids;
  std::uint32_t ssrc = 0;
  int block_size = 1024;
  VideoFormat format = {};
  const RateBoard* rate = nullptr;  // outlives the step; null: no control
};

/// A Step.
class VideoEncodeStep {
 public:
  /// All outlive this.
  VideoEncodeStep(EventRing& events, EncodedFrames& frames, PictureEncoder& encoder, const VideoEncodeConfig& config);

  /// Session thread. In force with the first picture that is made so and sent.
  TakenOver set_format(const VideoFormat& format, const SettingChanged* mark) { return format_.put(format, mark); }

  Timestamp run(Timestamp now);
  /// A picture, which takes as long as the encoder. `frames_per_second`: of the source.
  void take(const VideoFrame& picture, double frames_per_second);
  void finish(Timestamp) {}

 private:
  std::optional<FramePlan> plan_of(const VideoFrame& picture, double frames_per_second);
  bool encode(const VideoFrame& picture, const FramePlan& plan, EncodedFrame& out);
  void tell_refused(const VideoFrame& picture, const FramePlan& plan);

  EventRing& events_;
  EncodedFrames& frames_;
  PictureEncoder& encoder_;
  const VideoEncodeConfig config_;
  SettingHandover<VideoFormat> format_;
  ActuatorConfig actuator_config_;
  VideoActuator actuator_{actuator_config_};
  std::int64_t next_frame_ = 0;
  FormatMarks marks_;  // of no picture yet

  struct Refusal {  // of a picture of the source
    int width = 0, height = 0, quality = 0;
    Timestamp at;
    bool is_of_same(const Refusal& other) const {
      return width == other.width && height == other.height && quality == other.quality;
    }
  };
  std::optional<Refusal> told_;                        // the last notice
  std::optional<Timestamp> refused_, unbroken_since_;  // the last refusal; the first since a picture was encoded
};

}  // namespace jitterscope
