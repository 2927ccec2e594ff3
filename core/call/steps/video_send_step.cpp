#include "core/call/steps/video_send_step.h"

#include <array>
#include <cerrno>
#include <utility>

#include "core/call/exchange/rate_board.h"
#include "core/events/kinds/frame_omitted.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/kinds/thread_woke.h"

namespace jitterscope {
namespace {

constexpr Duration kTimeForStamps = Duration::ms(1);  // before the next block is due
constexpr Duration kLookBlocked = Duration::ms(5);    // for newer pictures, while the connection takes nothing

/// 90 kHz units since the clock's zero. Whole seconds first: ns × 9 would overflow after 32 years of real time.
std::int64_t video_clock(Timestamp at) {
  constexpr std::int64_t second = 1'000'000'000;
  return at.ns() / second * 90'000 + at.ns() % second * 9 / 100'000;
}

}  // namespace

VideoSendStep::VideoSendStep(EventRing& events, EncodedFrames& frames, PictureSink& sink, const VideoSendConfig& config)
    : events_(events),
      frames_(frames),
      sink_(sink),
      config_(config),
      shaping_(config.shaping),
      transport_(config.transport),
      shaper_(config.shaping),
      state_(config.start) {}

Timestamp VideoSendStep::run(Timestamp now) {
  while (true) {
    if (!frame_)
      if (const auto until = await_picture(now)) return *until;
    if (frame_)
      if (const auto until = send_frame(now)) return *until;
    now = sink_.now();
  }
}

void VideoSendStep::finish(Timestamp now) {
  finishing_ = true;
  if (!frame_) await_picture(now);  // one that was just given, and what is to be taken over
  while (frame_) send_frame(now);
  for (std::size_t i = 0; i < late_marks_.count; ++i) events_.push(late_marks_.marks[i]);
}

/// Until when; nullopt: one is there, and is sent or left out.
std::optional<Timestamp> VideoSendStep::await_picture(Timestamp now) {
  take_settings(now);
  sink_.use(transport_.value(), now);
  EncodedFrame* frame = next_ ? std::exchange(next_, nullptr) : frames_.pool.receive();
  if (!frame) {
    sink_.collect_stamps(events_);
    return now + sink_.idle_wait();
  }
  if (sink_.is_connection() && !sink_.ready()) {
    omit(frame);
  } else {
    frame_ = frame;
    begin_frame();
  }
  return std::nullopt;
}

/// Between two pictures.
void VideoSendStep::take_settings(Timestamp now) {
  const auto push = [this](const Event& event) { events_.push(event); };
  if (shaping_.take(now, push)) shaper_.set(shaping_.value());
  transport_.take(now, push);
}

/// The newer picture goes, not the one that is being sent: half of it may be in the stream, from which nothing can be
/// taken back, and a picture that waited for room would only be older when it came.
void VideoSendStep::omit(EncodedFrame* frame) {
  leave_out(*frame);
  late_marks_.add(frame->marks);
  frames_.pool.give_back(frame);
}

void VideoSendStep::leave_out(const EncodedFrame& frame) {
  frames_.never_sent.fetch_add(frame.on_link.bytes(), std::memory_order_relaxed);
  events_.push(FrameOmitted{state_.ssrc, frame.number, OmitReason::kObsolete, sink_.now()});
}

/// By the controller's pacing rate, where it gives one.
Duration VideoSendStep::least_a_block(const EncodedFrame& frame) const {
  const auto pacing = config_.rate ? config_.rate->target.load().pacing_kbps : std::nullopt;
  if (!pacing || *pacing <= 0 || frame.fragments.empty()) return {};
  const double bits = static_cast<double>(frame.on_link.bits()) / static_cast<double>(frame.fragments.size());
  return Duration::from_ms(bits / *pacing);
}

void VideoSendStep::begin_frame() {
  sent_ = {};
  sent_.ssrc = state_.ssrc;
  sent_.frame = frame_->number;
  sent_.fetching = frame_->fetching;
  sent_.begin = sink_.now();
  FormatMarks marks = std::exchange(late_marks_, {});
  marks.add(frame_->marks);
  for (std::size_t i = 0; i < marks.count; ++i) {
    Event& mark = marks.marks[i];
    if (auto* changed = get_if<SettingChanged>(&mark)) changed->at = sent_.begin;
    events_.push(mark);
  }
  shaper_.begin_frame(sent_.begin, static_cast<int>(frame_->fragments.size()), frame_->period, frame_->fetching,
                      least_a_block(*frame_));
  stage_ = Stage::kAwaiting;
}

/// Until when it waits for the next block's time, or for room; nullopt: it is sent, or cut off.
std::optional<Timestamp> VideoSendStep::send_frame(Timestamp now) {
  if (std::exchange(blocked_, false)) {
    while (EncodedFrame* newer = frames_.pool.receive()) omit(newer);
    if (finishing_ || !sink_.is_worth_waiting(now)) {
      cut_off();
      return std::nullopt;
    }
  }
  for (; frame_; now = sink_.now()) {
    if (stage_ == Stage::kAwaiting)
      if (const auto until = await_time(now)) return until;
    if (!frame_) break;
    if (const auto until = deliver()) return until;
  }
  return std::nullopt;
}

/// nullopt: the next block goes now, or there is none.
std::optional<Timestamp> VideoSendStep::await_time(Timestamp now) {
  auto next = shaper_.next();
  if (!next) {
    end_frame();
    return std::nullopt;
  }
  if (!next->overrun) {
    if (finishing_ || frames_.pool.waiting() > 0) {  // the rest goes at once
      shaper_.finish_now(now);
      next = shaper_.next();
    } else {
      if (next->due - now > kTimeForStamps) sink_.collect_stamps(events_);
      sink_.report(now);
      if (next->due > now) return next->due;
    }
  }
  departure_ = *next;
  stage_ = Stage::kDelivering;
  if (departure_.due > sent_.begin && !departure_.overrun)
    events_.push(ThreadWoke{ThreadRole::kVideoSend, departure_.due, now});
  return std::nullopt;
}

/// Over a connection the schedule goes on when all of the block is with the kernel.
std::optional<Timestamp> VideoSendStep::deliver() {
  if (stage_ == Stage::kDelivering) {
    const int error = send_block(*frame_, departure_);
    if (sink_.is_connection() && error == EAGAIN) return block();
    if (sink_.is_connection() && error != 0) {
      cut_off();
      return std::nullopt;
    }
    stage_ = Stage::kFlushing;
  }
  if (!sink_.flushed()) return block();
  ++sent_.blocks;
  shaper_.advance();
  stage_ = Stage::kAwaiting;
  return std::nullopt;
}

Timestamp VideoSendStep::block() {
  blocked_ = true;
  return sink_.now() + kLookBlocked;
}

/// The rest of the picture cannot go.
void VideoSendStep::cut_off() {
  for (; shaper_.next(); shaper_.advance()) {}
  end_frame();
}

void VideoSendStep::end_frame() {
  EncodedFrame& frame = *std::exchange(frame_, nullptr);
  if (sent_.blocks == 0) {
    leave_out(frame);
  } else {
    sent_.end = sink_.now();
    sent_.burst_interval = shaper_.schedule().interval;
    sent_.burst_size = shaper_.schedule().burst_size;
    sent_.overrun_blocks = shaper_.overrun_blocks();
    events_.push(sent_);
    progress_.back() = {frame.begun, static_cast<std::uint32_t>(state_.rtp_timestamp + video_clock(frame.begun)),
                        state_.packets, state_.octets};
    progress_.publish();
  }
  frames_.pool.give_back(&frame);
  sink_.collect_stamps(events_);
}

/// The errno of sending; over a connection a block that is not taken has no sequence number and no event.
int VideoSendStep::send_block(const EncodedFrame& frame, const Shaper::Departure& departure) {
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
  event.sent = sink_.now();
  extensions.sent_conference = clock.to_conference(event.sent);
  const std::size_t header_bytes =
      rtp::write_video_header(header, state_.header(timestamp), extensions, frame.info, fragment, config_.ids);
  const auto scan = frame.layout.scan(frame.jpeg.view()).subspan(fragment.offset, fragment.length);
  // The last one's are of the delay split; the first one's are there for who reads the trace.
  const bool stamped = fragment.last || departure.block == 0;
  event.error = sink_.send({{header.data(), header_bytes}, scan, event.sequence, event.sent, stamped});
  if (sink_.is_connection() && event.error != 0) return event.error;
  event.accepted = event.error == 0;
  event.size = static_cast<std::int32_t>(header_bytes + scan.size());
  if (clock.synchronised) event.sent_conference = extensions.sent_conference;
  state_.sent(header_bytes - rtp::rtp_header_bytes(extensions, config_.ids) + scan.size());
  push_sent(events_, event, sink_);
  return event.error;
}

}  // namespace jitterscope
