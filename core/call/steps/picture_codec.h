#pragma once
// The codec of the steps of the picture: libjpeg in a call; in virtual time that or a model of its sizes.
#include <cstdint>
#include <span>

#include "core/algorithms/media/jpeg_encoder.h"
#include "core/algorithms/media/video_frame.h"
#include "core/algorithms/rate/video_actuator.h"
#include "core/base/units/time.h"
#include "core/call/exchange/encoded_frames.h"

namespace jitterscope {

struct VideoFormat {
  int jpeg_quality = 75;
  Subsampling subsampling = Subsampling::k420;
  LossPolicy loss_policy = LossPolicy::kDiscardFrame;
  KeepOrder keep = KeepOrder::kSharpness;
  bool operator==(const VideoFormat&) const = default;
};

/// video-encode's.
class PictureEncoder {
 public:
  virtual ~PictureEncoder() = default;
  /// Local.
  virtual Timestamp now() const = 0;
  /// `picture` in the plan's size and quality: out.jpeg, out.layout and out.info. False: it cannot be done.
  virtual bool encode(const VideoFrame& picture, const FramePlan& plan, const VideoFormat& format,
                      EncodedFrame& out) = 0;
};

/// video-decode's.
class PictureDecoder {
 public:
  virtual ~PictureDecoder() = default;
  /// Local.
  virtual Timestamp now() const = 0;
  struct Outcome {
    bool ok = false;
    Timestamp begin, end;  // local
  };
  virtual Outcome decode(std::span<const std::uint8_t> jpeg, VideoFrame& out) = 0;
};

}  // namespace jitterscope
