#include "core/call/capture/video_capture.h"

#include "core/base/realtime/clock.h"
#include "core/call/capture/make_source.h"

namespace jitterscope {
namespace {

// Enough for one frame with the source, two on the way and one in the encoder.
constexpr std::size_t kCapturedFrames = 4;
constexpr Duration kLongestCaptureSleep = Duration::ms(100);  // then it looks whether it should end

}  // namespace

VideoCapture::VideoCapture(DeviceHost* devices) : devices_(devices), pool_("captured frames", kCapturedFrames) {
  setting_.kind = VideoSourceKind::kNone;
}

VideoCapture::~VideoCapture() {
  stop();
}

void VideoCapture::set_source(const VideoSourceSetting& setting, std::optional<double> frames_per_second) {
  std::unique_ptr<VideoSource> source = make_video_source(setting);
  stop();
  setting_ = setting;
  source_ = std::move(source);
  const double own = source_ ? source_->frames_per_second() : setting.frames_per_second;
  frames_per_second_ = frames_per_second.value_or(own);
  setting_.frames_per_second = frames_per_second_;
  if (source_) {
    thread_ = std::make_unique<RealtimeThread>(ThreadRole::kVideoCapture, PrioritySetting{},
                                               [this](std::stop_token stop) { run(stop); });
  } else if (setting.kind == VideoSourceKind::kCamera && devices_) {
    camera_ = true;
    devices_->start_camera(setting_, *this);
  }
}

std::string VideoCapture::take_trouble() {
  if (!ended_.exchange(false)) return {};
  const std::string why = source_ ? source_->error() : std::string();
  return why.empty() ? "The video source " + setting_.to_string() + " has ended: choose another one." : why;
}

void VideoCapture::stop() {
  thread_.reset();
  ended_ = false;
  if (camera_) devices_->stop_camera();
  camera_ = false;
  source_.reset();
}

void VideoCapture::run(std::stop_token stop) {
  const Duration period = Duration::from_seconds(1.0 / frames_per_second_);
  Timestamp deadline = monotonic_now();
  while (!stop.stop_requested()) {
    if (VideoFrame* frame = borrow()) {
      frame->fetch_begin = monotonic_now();
      if (!source_->fetch(number_, frame->fetch_begin, *frame)) {
        pool_.put_aside(frame);
        ended_ = true;
        return;
      }
      frame->captured = monotonic_now();
      deliver(frame);
    }
    deadline += period;
    if (const Timestamp now = monotonic_now(); deadline < now) deadline = now;  // too slow: keep going, do not hurry
    for (Timestamp now = monotonic_now(); deadline - now > kLongestCaptureSleep && !stop.stop_requested();
         now = monotonic_now())
      sleep_until(now + kLongestCaptureSleep);
    if (!stop.stop_requested()) sleep_until(deadline);
  }
}

VideoFrame* VideoCapture::borrow() {
  return pool_.take();
}

void VideoCapture::deliver(VideoFrame* frame) {
  frame->number = number_++;
  if (watched_.load(std::memory_order_relaxed)) {
    local_picture_.back() = *frame;
    local_picture_.publish();
  }
  if (encoding_.load(std::memory_order_relaxed))
    pool_.submit(frame);
  else
    pool_.put_aside(frame);
}

}  // namespace jitterscope
