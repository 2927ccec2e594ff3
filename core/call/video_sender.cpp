#include "core/call/video_sender.h"

#include <chrono>

#include "core/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr auto kWait = std::chrono::seconds(1);  // a stop wakes at once
constexpr std::size_t kFrames = 4;         // one in the encoder, one being sent, two waiting
constexpr std::size_t kMostBlocks = 4096;  // reserved a frame; more allocate on the encode thread

/// A quarter of a row of MCUs: small enough that a block holds several intervals at usual qualities.
int stripe_interval(int width) { return std::max(1, mcus_per_row(width) / 4); }

}  // namespace

VideoSender::VideoSender(UdpSocket& socket, VideoCapture& capture, EventRings& rings, const VideoSenderConfig& config)
    : socket_(socket), capture_(capture), encode_events_(rings.of(ThreadRole::kVideoEncode)),
      send_events_(rings.of(ThreadRole::kVideoSend)), config_(config),
      pool_("encoded frames", kFrames, [](EncodedFrame& frame) { frame.fragments.reserve(kMostBlocks); }),
      shaping_changes_("shaping changes", 16), format_changes_("format changes", 16), copy_changes_("copy changes", 4),
      format_(config.format),
      state_(config.start), stamps_(Medium::kVideo, config.start.ssrc) {
  set_destination(config.far_end);
  set_transport(config.transport);
  while (VideoFrame* stale = capture_.frames().receive()) capture_.frames().give_back(stale);
  send_thread_ = std::make_unique<RealtimeThread>(ThreadRole::kVideoSend, config.send_priority,
                                                  [this](std::stop_token stop) { send_loop(stop); });
  encode_thread_ = std::make_unique<RealtimeThread>(ThreadRole::kVideoEncode, config.encode_priority,
                                                    [this](std::stop_token stop) { encode_loop(stop); });
}

VideoSender::~VideoSender() {
  capture_.set_encoding(false);
  encode_thread_.reset();
  send_thread_.reset();
}

void VideoSender::set_destination(const SocketAddress& far_end) {
  destination_.back() = far_end;
  destination_.publish();
}

void VideoSender::encode_loop(std::stop_token stop) {
  const std::stop_callback wake(stop, [this] { capture_.frames().wake(); });
  while (!stop.stop_requested()) {
    VideoFrame* picture = capture_.frames().receive_wait(kWait);
    while (format_changes_.pop(format_)) {}
    if (!picture) continue;
    if (EncodedFrame* out = pool_.take()) {
      if (encode(*picture, *out)) pool_.submit(out);
      else pool_.put_aside(out);
    }
    capture_.frames().give_back(picture);
  }
}

bool VideoSender::encode(const VideoFrame& picture, EncodedFrame& out) {
  FrameEncoded event;
  event.encode_begin = monotonic_now();
  PictureView view = picture;
  const PictureSize size = sendable_size(view.width, view.height);
  if (size.width != view.width || size.height != view.height) {
    if (!converter_.convert(view, PixelFormat::kI420, size.width, size.height, converted_)) return false;
    view = converted_;
  }
  const int interval = format_.loss_policy == LossPolicy::kStripes ? stripe_interval(size.width) : 0;
  if (!encoder_.encode(view, format_.jpeg_quality, format_.subsampling, out.jpeg, interval)) return false;
  const auto layout = rtp::parse_jpeg(out.jpeg.view());
  if (!layout) return false;
  out.layout = *layout;
  out.info = rtp::frame_info(*layout, format_.jpeg_quality);
  if (!rtp::fragment_scan(*layout, layout->scan(out.jpeg.view()), static_cast<std::size_t>(config_.block_size), out.fragments))
    return false;
  out.number = next_frame_++;
  out.begun = picture.fetch_begin;
  out.captured = picture.captured;
  out.ready = monotonic_now();
  out.fetching = out.ready - picture.fetch_begin;
  out.period = Duration::from_seconds(1.0 / capture_.frames_per_second());

  event.ssrc = config_.start.ssrc;
  event.frame = out.number;
  event.captured = picture.captured;
  event.encode_end = out.ready;
  event.bytes = static_cast<std::int32_t>(layout->scan_size);
  event.blocks = static_cast<std::int32_t>(out.fragments.size());
  event.width = size.width;
  event.height = size.height;
  event.quality = format_.jpeg_quality;
  encode_events_.push(event);
  return true;
}

}  // namespace jitterscope
