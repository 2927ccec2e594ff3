#include "core/call/steps/video_encode_step.h"

#include <array>
#include <string>
#include <utility>

#include "core/algorithms/media/picture_convert.h"
#include "core/call/exchange/rate_board.h"
#include "core/events/bytes_on_link.h"
#include "core/events/kinds/frame_encoded.h"
#include "core/events/kinds/frame_omitted.h"
#include "core/events/kinds/notice.h"

namespace jitterscope {
namespace {

constexpr Duration kPictureWait = Duration::seconds(1);
constexpr Duration kRefusalsApart = Duration::seconds(10), kNoticesApart = Duration::seconds(1);
constexpr int kUsualHeaderBytes = 60;  // RTP with extensions, RFC 2435, a share of the frame's tables

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

VideoEncodeStep::VideoEncodeStep(EventRing& events, EncodedFrames& frames, PictureEncoder& encoder,
                                 const VideoEncodeConfig& config)
    : events_(events), frames_(frames), encoder_(encoder), config_(config), format_(config.format) {}

Timestamp VideoEncodeStep::run(Timestamp now) {
  return now + kPictureWait;
}

void VideoEncodeStep::take(const VideoFrame& picture, double frames_per_second) {
  format_.take(encoder_.now(), [this](const Event& mark) {
    if (holds_alternative<SettingChanged>(mark))
      marks_.add(mark);
    else
      events_.push(mark);
  });
  const auto plan = plan_of(picture, frames_per_second);
  if (!plan) return;
  EncodedFrame* out = frames_.pool.take();
  if (!out) return;
  if (!encode(picture, *plan, *out)) {
    frames_.pool.put_aside(out);
    return tell_refused(picture, *plan);
  }
  unbroken_since_.reset();
  out->marks = std::exchange(marks_, {});
  frames_.pool.submit(out);
}

/// Once, though some pictures pass between them; anew of another size or quality, after long without one, and where
/// nothing has passed for long.
void VideoEncodeStep::tell_refused(const VideoFrame& picture, const FramePlan& plan) {
  const Timestamp now = encoder_.now();
  const bool goes_on = refused_ && now - *refused_ < kRefusalsApart;
  if (!unbroken_since_) unbroken_since_ = now;
  const Refusal refusal{picture.width(), picture.height(), format_.value().jpeg_quality, now};
  const bool lasts = told_ && *unbroken_since_ > told_->at && now - *unbroken_since_ >= kRefusalsApart;
  if (told_ && goes_on && !lasts && (told_->is_of_same(refusal) || now - told_->at < kNoticesApart))
    return void(refused_ = now);
  const std::string size = std::to_string(plan.width) + " × " + std::to_string(plan.height);
  const std::string text = "Pictures of " + size + " cannot be encoded at quality " + std::to_string(plan.quality) +
                           " and are left out: choose another quality, size or source.";
  if (!events_.push(Notice{1, ShortText<160>(text), now})) return;  // with the next one
  told_ = refusal;
  refused_ = now;
}

/// As the user set it, or as the target rate allows; nullopt: the picture is left out.
std::optional<FramePlan> VideoEncodeStep::plan_of(const VideoFrame& picture, double frames_per_second) {
  const RateTarget target = config_.rate ? config_.rate->target.load() : RateTarget{};
  const PictureSize size = sendable_size(picture.width(), picture.height());
  const int headers = static_cast<int>(bytes_on_link(frames_.transport_asked.load(std::memory_order_relaxed), 1, 0)) +
                      kUsualHeaderBytes;
  const VideoFormat& format = format_.value();
  const ActuatorConfig config{size.width,         size.height, frames_per_second, format.jpeg_quality,
                              config_.block_size, headers,     format.keep};
  if (config != actuator_config_) actuator_.set(actuator_config_ = config);
  actuator_.give_back(DataSize::bytes(frames_.never_sent.exchange(0, std::memory_order_relaxed)));
  const bool pause = target.controlled && !target.sending;
  if (pause) {
    actuator_.rest(picture.captured);
  } else {
    actuator_.set_target(target.controlled ? std::optional(DataRate::kbits_per_second(target.kbps)) : std::nullopt);
    if (const auto plan = actuator_.plan(picture.captured)) return plan;
  }
  events_.push(
      FrameOmitted{config_.ssrc, std::nullopt, pause ? OmitReason::kBreak : OmitReason::kTarget, picture.captured});
  return std::nullopt;
}

bool VideoEncodeStep::encode(const VideoFrame& picture, const FramePlan& plan, EncodedFrame& out) {
  FrameEncoded event;
  event.encode_begin = encoder_.now();
  if (!encoder_.encode(picture, plan, format_.value(), out)) return false;
  if (!rtp::fragment_scan(out.layout, out.layout.scan(out.jpeg.view()), static_cast<std::size_t>(config_.block_size),
                          out.fragments))
    return false;
  out.on_link = size_on_link(out, config_.ids, frames_.transport_asked.load(std::memory_order_relaxed));
  actuator_.encoded(plan, out.on_link, picture.captured);
  out.number = next_frame_++;
  out.begun = picture.fetch_begin;
  out.captured = picture.captured;
  out.ready = encoder_.now();
  out.fetching = out.ready - picture.fetch_begin;
  out.period = actuator_.period();

  event.ssrc = config_.ssrc;
  event.frame = out.number;
  event.captured = picture.captured;
  event.encode_end = out.ready;
  event.bytes = static_cast<std::int32_t>(out.layout.scan_size);
  event.blocks = static_cast<std::int32_t>(out.fragments.size());
  event.width = plan.width;
  event.height = plan.height;
  event.quality = plan.quality;
  events_.push(event);
  return true;
}

}  // namespace jitterscope
