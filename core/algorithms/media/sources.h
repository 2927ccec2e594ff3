#pragma once
// Where pictures and sound come from, as pull interfaces without threads or clocks: the caller paces them and passes
// the time in. Device adapters (app/) push instead: pictures into a FrameSink.
#include <cstdint>
#include <span>
#include <string>

#include "core/algorithms/media/video_frame.h"

namespace jitterscope {

/// Makes one picture a call. Called from the video-capture thread only.
class VideoSource {
 public:
  virtual ~VideoSource() = default;
  /// Draws or reads frame `number` into `frame` (which keeps its memory). False at the end or on a read error
  /// (error()).
  virtual bool fetch(std::int64_t number, Timestamp conference_or_local, VideoFrame& frame) = 0;
  virtual double frames_per_second() const = 0;
  virtual std::string error() const { return {}; }
};

/// Where a pushing source (camera) puts its frames: memory is the sink's, so that no frame is allocated per picture.
/// All functions are called from the one thread of the source.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  /// A frame to fill, or nullptr when all are in use: the source then skips this picture (the sink counts it).
  virtual VideoFrame* borrow() = 0;
  /// Hands a borrowed frame over, filled. Its `number` is the sink's to give.
  virtual void deliver(VideoFrame* frame) = 0;
};

/// Makes 8 kHz mono 16-bit samples. Called from the audio-device thread only.
class AudioSource {
 public:
  virtual ~AudioSource() = default;
  /// The first sample of the next fetch is of this time; samples follow at kAudioSampleRate. Sources that go by the
  /// clock begin where they are then; others ignore it.
  virtual void begin_at(Timestamp) {}
  /// Fills all of `samples`; repeats from the start when a file ends.
  virtual void fetch(std::span<std::int16_t> samples) = 0;
};

inline constexpr int kAudioSampleRate = 8000;

}  // namespace jitterscope
