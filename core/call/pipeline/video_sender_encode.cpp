// The video-encode side of VideoSender.
#include <array>
#include <chrono>

#include "core/base/realtime/clock.h"
#include "core/call/pipeline/video_sender.h"
#include "core/events/bytes_on_link.h"

namespace jitterscope {
namespace {

constexpr auto kPictureWait = std::chrono::seconds(1);  // a stop wakes at once
constexpr int kUsualHeaderBytes = 60;                   // RTP with extensions, RFC 2435, a share of the frame's tables

/// A quarter of a row of MCUs: small enough that a block holds several intervals at usual qualities.
int stripe_interval(int width) {
  return std::max(1, mcus_per_row(width) / 4);
}

/// With all headers of all packets.
DataSize size_on_link(const EncodedFrame& frame, const rtp::ExtensionIds& ids, Transport transport) {
  std::array<std::uint8_t, rtp::kMaxVideoHeaderBytes> header;
  const rtp::PacketExtensions extensions{rtp::BlockId{}, Timestamp{}};
  std::int64_t bytes = 0;
  for (const rtp::Fragment& fragment : frame.fragments)
    bytes += static_cast<std::int64_t>(rtp::write_video_header(header, {}, extensions, frame.info, fragment, ids)) +
             fragment.length;
  return DataSize::bytes(bytes_on_link(transport, static_cast<std::int64_t>(frame.fragments.size()), bytes));
}

}  // namespace

void VideoSender::encode_loop(std::stop_token stop) {
  const std::stop_callback wake(stop, [this] { capture_.frames().wake(); });
  while (!stop.stop_requested()) {
    VideoFrame* picture = capture_.frames().receive_wait(kPictureWait);
    if (!picture) continue;
    format_.take(monotonic_now(), [this](const Event& mark) {
      if (std::holds_alternative<SettingChanged>(mark))
        marks_.add(mark);
      else
        encode_events_.push(mark);
    });
    if (const auto plan = plan_of(*picture)) {
      if (EncodedFrame* out = pool_.take()) {
        if (encode(*picture, *plan, *out)) {
          out->marks = std::exchange(marks_, {});
          pool_.submit(out);
        } else {
          pool_.put_aside(out);
        }
      }
    }
    capture_.frames().give_back(picture);
  }
}

/// As the user set it, or as the target rate allows; nullopt: the picture is left out.
std::optional<FramePlan> VideoSender::plan_of(const VideoFrame& picture) {
  const RateTarget target = config_.rate ? config_.rate->target.load() : RateTarget{};
  const PictureSize size = sendable_size(picture.width(), picture.height());
  const int headers =
      static_cast<int>(bytes_on_link(transport_asked_.load(std::memory_order_relaxed), 1, 0)) + kUsualHeaderBytes;
  const ActuatorConfig config{
      size.width,         size.height, capture_.frames_per_second(), format_.value().jpeg_quality,
      config_.block_size, headers,     format_.value().keep};
  if (config != actuator_config_) actuator_.set(actuator_config_ = config);
  actuator_.give_back(DataSize::bytes(never_sent_.exchange(0, std::memory_order_relaxed)));
  const bool pause = target.controlled && !target.sending;
  if (pause) {
    actuator_.rest(picture.captured);
  } else {
    actuator_.set_target(target.controlled ? std::optional(DataRate::kbits_per_second(target.kbps)) : std::nullopt);
    if (const auto plan = actuator_.plan(picture.captured)) return plan;
  }
  encode_events_.push(FrameOmitted{config_.start.ssrc, std::nullopt, pause ? OmitReason::kBreak : OmitReason::kTarget,
                                   picture.captured});
  return std::nullopt;
}

bool VideoSender::encode(const VideoFrame& picture, const FramePlan& plan, EncodedFrame& out) {
  FrameEncoded event;
  event.encode_begin = monotonic_now();
  PictureView view = picture;
  if (plan.width != view.width || plan.height != view.height) {
    if (!converter_.convert(view, PixelFormat::kI420, plan.width, plan.height, converted_)) return false;
    view = converted_;
  }
  const VideoFormat& format = format_.value();
  const int interval = format.loss_policy == LossPolicy::kStripes ? stripe_interval(plan.width) : 0;
  if (!encoder_.encode(view, plan.quality, format.subsampling, out.jpeg, interval)) return false;
  const auto layout = rtp::parse_jpeg(out.jpeg.view());
  if (!layout) return false;
  out.layout = *layout;
  out.info = rtp::frame_info(*layout, plan.quality);
  if (!rtp::fragment_scan(*layout, layout->scan(out.jpeg.view()), static_cast<std::size_t>(config_.block_size),
                          out.fragments))
    return false;
  out.on_link = size_on_link(out, config_.ids, transport_asked_.load(std::memory_order_relaxed));
  actuator_.encoded(plan, out.on_link, picture.captured);
  out.number = next_frame_++;
  out.begun = picture.fetch_begin;
  out.captured = picture.captured;
  out.ready = monotonic_now();
  out.fetching = out.ready - picture.fetch_begin;
  out.period = actuator_.period();

  event.ssrc = config_.start.ssrc;
  event.frame = out.number;
  event.captured = picture.captured;
  event.encode_end = out.ready;
  event.bytes = static_cast<std::int32_t>(layout->scan_size);
  event.blocks = static_cast<std::int32_t>(out.fragments.size());
  event.width = plan.width;
  event.height = plan.height;
  event.quality = plan.quality;
  encode_events_.push(event);
  return true;
}

}  // namespace jitterscope
