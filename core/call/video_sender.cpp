#include "core/call/video_sender.h"

#include <array>
#include <chrono>

#include "core/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr auto kWait = std::chrono::seconds(1);  // a stop wakes at once
constexpr Duration kLongestSleep = Duration::ms(20);  // then it looks for the next frame and the end
constexpr auto kStampWait = std::chrono::milliseconds(20);  // looks for stamps of packets that wait in an interface queue
constexpr Duration kTimeForStamps = Duration::ms(1);  // before the next block is due
constexpr int kStampedEvery = 8;           // blocks, and the last; all of them would cost a sixth more processor time
constexpr std::size_t kFrames = 4;         // one in the encoder, one being sent, two waiting
constexpr std::size_t kMostBlocks = 4096;  // reserved a frame; more allocate on the encode thread

/// 90 kHz units since the clock's zero. Whole seconds first: ns × 9 would overflow after 32 years of real time.
std::int64_t video_clock(Timestamp at) {
  constexpr std::int64_t second = 1'000'000'000;
  return at.ns() / second * 90'000 + at.ns() % second * 9 / 100'000;
}

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

void VideoSender::send_loop(std::stop_token stop) {
  const std::stop_callback wake(stop, [this] { pool_.wake(); });
  Shaper shaper(config_.shaping);
  while (!stop.stop_requested()) {
    EncodedFrame* frame = pool_.receive_wait(stamps_.waiting() ? kStampWait : kWait);
    ShapingSetting setting;
    while (shaping_changes_.pop(setting)) shaper.set(setting);
    while (copy_changes_.pop(copy_to_)) {}
    if (frame) {
      send_frame(*frame, shaper, stop);
      pool_.give_back(frame);
    }
    push_stamps(socket_, stamps_, send_events_);
  }
  push_last_stamps(socket_, stamps_, send_events_);
}

void VideoSender::send_frame(const EncodedFrame& frame, Shaper& shaper, const std::stop_token& stop) {
  FrameSent event;
  event.ssrc = state_.ssrc;
  event.frame = frame.number;
  event.blocks = static_cast<std::int32_t>(frame.fragments.size());
  event.fetching = frame.fetching;
  event.begin = monotonic_now();
  shaper.begin_frame(event.begin, event.blocks, frame.period, frame.fetching);
  while (auto next = shaper.next()) {
    if (!next->overrun && !wait_for(next->due, stop)) {
      shaper.finish_now(monotonic_now());
      next = shaper.next();
    }
    if (next->due > event.begin && !next->overrun) {
      const Timestamp woke = sleep_until(next->due, config_.spin);
      send_events_.push(ThreadWoke{ThreadRole::kVideoSend, next->due, woke});
    }
    send_block(frame, *next);
    shaper.advance();
  }
  event.end = monotonic_now();
  event.burst_interval = shaper.schedule().interval;
  event.burst_size = shaper.schedule().burst_size;
  event.overrun_blocks = shaper.overrun_blocks();
  send_events_.push(event);
  progress_.back() = {frame.begun, static_cast<std::uint32_t>(state_.rtp_timestamp + video_clock(frame.begun)),
                      state_.packets, state_.octets};
  progress_.publish();
}

/// Sleeps until a little before `due`. False when the rest of the frame has to go at once: the next one is there, or the
/// call ends.
bool VideoSender::wait_for(Timestamp due, const std::stop_token& stop) {
  while (true) {
    if (pool_.waiting() > 0 || stop.stop_requested()) return false;
    const Timestamp now = monotonic_now();
    if (due - now > kTimeForStamps) push_stamps(socket_, stamps_, send_events_);
    if (due - now <= kLongestSleep) return true;
    sleep_until(now + kLongestSleep);
  }
}

int VideoSender::send_block(const EncodedFrame& frame, const Shaper::Departure& departure) {
  const rtp::Fragment& fragment = frame.fragments[static_cast<std::size_t>(departure.block)];
  const std::int64_t timestamp = state_.rtp_timestamp + video_clock(frame.begun);
  PacketSent event;
  event.medium = Medium::kVideo;
  event.ssrc = state_.ssrc;
  event.sequence = state_.sequence;
  event.rtp_timestamp = timestamp;
  event.frame = frame.number;
  event.block = static_cast<std::uint16_t>(departure.block);
  event.marker = fragment.last;
  event.due = departure.due;

  std::array<std::uint8_t, rtp::kMaxVideoHeaderBytes> header;
  rtp::PacketExtensions extensions;
  extensions.block = rtp::BlockId{static_cast<std::uint16_t>(frame.number), event.block};
  const CallClock::View clock = config_.clock->view();
  event.sent = monotonic_now();
  extensions.sent_conference = clock.to_conference(event.sent);
  const std::size_t header_bytes =
      rtp::write_video_header(header, state_.header(timestamp), extensions, frame.info, fragment, config_.ids);
  const auto scan = frame.layout.scan(frame.jpeg.view()).subspan(fragment.offset, fragment.length);
  const std::array<iovec, 2> parts{iovec{header.data(), header_bytes},
                                   iovec{const_cast<std::uint8_t*>(scan.data()), scan.size()}};
  destination_.update();
  const bool stamped = fragment.last || departure.block % kStampedEvery == 0;
  const StampedSend outcome = stamped ? socket_.send_stamped(parts, destination_.front())
                                      : StampedSend{socket_.send(parts, destination_.front()), std::nullopt};
  if (outcome.id) stamps_.expect(*outcome.id, event.sequence, event.sent);
  event.error = outcome.error;
  if (copy_to_.size() > 0 && copies_) copies_->send(parts, copy_to_);
  event.accepted = event.error == 0;
  event.size = static_cast<std::int32_t>(header_bytes + scan.size());
  if (clock.synchronised) event.sent_conference = extensions.sent_conference;
  state_.sent(header_bytes - rtp::kMinRtpHeaderBytes + scan.size());
  send_events_.push(event);
  return event.error;
}

}  // namespace jitterscope
