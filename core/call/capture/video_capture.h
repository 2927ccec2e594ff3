#pragma once
// Where the pictures to be sent come from: a paced thread around a VideoSource, or a camera that pushes. Lives as long
// as the session, so that the local picture is seen before a call. Pictures are drawn straight into the pool's frames;
// the only copy is the one for the local view, made only when somebody watches.
#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "core/algorithms/media/sources.h"
#include "core/base/realtime/buffer_pool.h"
#include "core/base/realtime/latest_value.h"
#include "core/base/realtime/realtime_thread.h"
#include "core/call/capture/device_host.h"

namespace jitterscope {

class VideoCapture : public FrameSink {
 public:
  using Pool = BufferPool<VideoFrame>;

  /// `devices` may be null: then there is no camera.
  explicit VideoCapture(DeviceHost* devices);
  ~VideoCapture() override;

  /// Replaces the source. Session thread; may take as long as one picture. Throws std::runtime_error with a sentence
  /// when a file cannot be opened (the old source goes on then).
  void set_source(const VideoSourceSetting&, std::optional<double> frames_per_second);
  /// Pictures go to encoding (true) or only to the local view. Session thread.
  void set_encoding(bool on) { encoding_.store(on, std::memory_order_relaxed); }
  void set_watched(bool on) { watched_.store(on, std::memory_order_relaxed); }
  double frames_per_second() const { return frames_per_second_.load(std::memory_order_relaxed); }
  const VideoSourceSetting& source() const { return setting_; }
  /// Session thread: why the source ended by itself, once; empty when it has not.
  std::string take_trouble();

  /// Borrower side: the video-encode thread of the call.
  Pool& frames() { return pool_; }
  /// One reader: the GUI thread.
  LatestValue<VideoFrame>& local_picture() { return local_picture_; }

  // FrameSink: the camera's thread, or the capture thread.
  VideoFrame* borrow() override;
  void deliver(VideoFrame* frame) override;

 private:
  void run(std::stop_token stop);
  void stop();

  DeviceHost* devices_;
  Pool pool_;
  LatestValue<VideoFrame> local_picture_;
  VideoSourceSetting setting_;
  std::unique_ptr<VideoSource> source_;
  std::unique_ptr<RealtimeThread> thread_;
  std::atomic<double> frames_per_second_{15};
  std::atomic<bool> encoding_{false}, watched_{false};
  std::atomic<bool> ended_{false};
  bool camera_ = false;
  std::int64_t number_ = 0;  // of the next picture; goes on from source to source
};

}  // namespace jitterscope
