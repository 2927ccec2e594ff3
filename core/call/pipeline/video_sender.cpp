#include "core/call/pipeline/video_sender.h"

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "core/base/realtime/clock.h"
#include "core/call/pipeline/drive.h"

namespace jitterscope {
namespace {

constexpr Duration kStampWait = Duration::ms(20);    // looks for stamps of packets that wait in an interface queue
constexpr Duration kLastChance = Duration::ms(500);  // for a picture on a connection that is not wanted any more

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

VideoSink::VideoSink(UdpSocket& socket, std::uint32_t ssrc, std::size_t largest_packet, EventRing& events,
                     const std::atomic<Transport>& asked, std::optional<std::int64_t> tcp_buffer)
    : datagrams_(socket, Medium::kVideo, ssrc, largest_packet),
      tcp_(largest_packet + rtp::PacketSeal::kMostAdded, events, socket.local(), tcp_buffer),
      asked_(asked) {}

int VideoSink::send(const OutgoingPacket& packet) {
  if (!tcp_.in_use()) return datagrams_.send_along(packet);
  const auto parts = datagrams_.parts(packet, datagrams_.route());
  if (!parts) return EMSGSIZE;
  switch (tcp_.send(*parts)) {
    case TcpMediaSender::Taken::kWhole: datagrams_.copy(packet); return 0;
    case TcpMediaSender::Taken::kFull: return EAGAIN;
    default: return EPIPE;
  }
}

Duration VideoSink::idle_wait() const {
  return datagrams_.awaits_stamps() ? std::min(kStampWait, tcp_.idle_wait()) : tcp_.idle_wait();
}

bool VideoSink::is_worth_waiting(Timestamp now) {
  if (!tcp_.wait_for_room(Duration{})) return false;
  tcp_.report(now);
  datagrams_.take_routes();
  const bool wanted =
      asked_.load(std::memory_order_relaxed) == Transport::kTcp && tcp_.leads_to(datagrams_.route().address);
  if (wanted)
    unwanted_since_.reset();
  else if (!unwanted_since_)
    unwanted_since_ = now;
  if (wanted || now - *unwanted_since_ < kLastChance) return true;
  tcp_.give_up();
  return false;
}

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
