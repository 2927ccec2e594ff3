#include "core/call/pipeline/video_sender.h"

#include <algorithm>
#include <chrono>

#include "core/base/realtime/clock.h"
#include "core/call/pipeline/drive.h"

namespace jitterscope {
namespace {

constexpr Duration kLongestSleep = Duration::ms(20);  // then it looks for the next picture and the end

/// A quarter of a row of MCUs: small enough that a block holds several intervals at usual qualities.
int stripe_interval(int width) {
  return std::max(1, mcus_per_row(width) / 4);
}

std::chrono::nanoseconds time_left(Duration wait) {
  return std::chrono::nanoseconds(std::max<std::int64_t>(wait.ns(), 0));
}

struct PictureSource {
  VideoCapture& capture;
  void wait(VideoEncodeStep& step, Timestamp until) {
    VideoFrame* picture = capture.frames().receive_wait(time_left(until - monotonic_now()));
    if (!picture) return;
    step.take(*picture, capture.frames_per_second());
    capture.frames().give_back(picture);
  }
};

struct BlockSource {
  BufferPool<EncodedFrame>& frames;
  VideoSink& sink;
  Duration spin;
  void wait(VideoSendStep& step, Timestamp until) {
    const Timestamp now = monotonic_now();
    switch (step.waits()) {
      case VideoSendStep::Waits::kForPicture:
        if (EncodedFrame* frame = frames.receive_wait(time_left(until - now))) step.take(frame);
        return;
      case VideoSendStep::Waits::kForRoom: return sink.wait_for_room(std::max(until - now, Duration{}));
      case VideoSendStep::Waits::kForTime:
        // What is left is spent asking the step again: its code and data stay in the cache for the moment itself.
        if (until - now > spin) sleep_until(std::min(until - spin, now + kLongestSleep));
    }
  }
};

}  // namespace

bool JpegPictureEncoder::encode(const VideoFrame& picture, const FramePlan& plan, const VideoFormat& format,
                                EncodedFrame& out) {
  PictureView view = picture;
  if (plan.width != view.width || plan.height != view.height) {
    if (!converter_.convert(view, PixelFormat::kI420, plan.width, plan.height, converted_)) return false;
    view = converted_;
  }
  const int interval = format.loss_policy == LossPolicy::kStripes ? stripe_interval(plan.width) : 0;
  if (!encoder_.encode(view, plan.quality, format.subsampling, out.jpeg, interval)) return false;
  const auto layout = rtp::parse_jpeg(out.jpeg.view());
  if (!layout) return false;
  out.layout = *layout;
  out.info = rtp::frame_info(*layout, plan.quality);
  return true;
}

VideoSender::VideoSender(UdpSocket& socket, VideoCapture& capture, EventRings& rings, const VideoSenderConfig& config)
    : capture_(capture),
      send_events_(rings.of(ThreadRole::kVideoSend)),
      spin_(std::clamp(config.spin, Duration{}, kLongestSpin)),
      frames_(config.send.transport),
      encoder_(config.encoder ? config.encoder : std::make_shared<JpegPictureEncoder>()),
      encode_(rings.of(ThreadRole::kVideoEncode), frames_, *encoder_, config.encode),
      sink_(socket, config.send.start.ssrc,
            rtp::kMaxVideoHeaderBytes + static_cast<std::size_t>(config.encode.block_size), send_events_,
            frames_.transport_asked, config.tcp_buffer),
      send_(send_events_, frames_, sink_, config.send) {
  set_routes(config.routes);
  while (VideoFrame* stale = capture_.frames().receive()) capture_.frames().give_back(stale);
  send_thread_.emplace(ThreadRole::kVideoSend, config.send_priority, [this](std::stop_token stop) { send_loop(stop); });
  encode_thread_.emplace(ThreadRole::kVideoEncode, config.encode_priority,
                         [this](std::stop_token stop) { encode_loop(stop); });
}

VideoSender::~VideoSender() {
  capture_.set_encoding(false);
  encode_thread_.reset();
  send_thread_.reset();
}

void VideoSender::set_routes(const Routes& routes) {
  sink_.set_routes(routes);
  frames_.pool.wake();
}

void VideoSender::encode_loop(const std::stop_token& stop) {
  const std::stop_callback wake(stop, [this] { capture_.frames().wake(); });
  drive(encode_, PictureSource{capture_}, stop);
}

void VideoSender::send_loop(const std::stop_token& stop) {
  const std::stop_callback wake(stop, [this] { frames_.pool.wake(); });
  drive(send_, BlockSource{frames_.pool, sink_, spin_}, stop);
  sink_.collect_last_stamps(send_events_);
}

}  // namespace jitterscope
