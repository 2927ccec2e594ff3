// The send side of VideoSender: the thread video-send.
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <utility>

#include "core/base/realtime/clock.h"
#include "core/call/pipeline/video_sender.h"

namespace jitterscope {
namespace {

constexpr Duration kLongestSendSleep = Duration::ms(20);  // then it looks for the next frame and the end
constexpr Duration kStampWait = Duration::ms(20);         // looks for stamps of packets that wait in an interface queue
constexpr Duration kTimeForStamps = Duration::ms(1);      // before the next block is due
constexpr int kStampedEvery = 8;  // blocks, and the last; all of them would cost a sixth more processor time

constexpr Duration kLookBlocked = Duration::ms(5);   // for newer pictures, while the connection takes nothing
constexpr Duration kLastChance = Duration::ms(500);  // for a picture on a connection that is not wanted any more

/// 90 kHz units since the clock's zero. Whole seconds first: ns × 9 would overflow after 32 years of real time.
std::int64_t video_clock(Timestamp at) {
  constexpr std::int64_t second = 1'000'000'000;
  return at.ns() / second * 90'000 + at.ns() % second * 9 / 100'000;
}

}  // namespace

void VideoSender::set_destination(const SocketAddress& far_end) {
  destination_.put(far_end);
  pool_.wake();
}

TakenOver VideoSender::set_transport(Transport transport, const SettingChanged* mark) {
  transport_asked_.store(transport, std::memory_order_relaxed);
  const TakenOver taken = transport_.put(transport, mark);
  pool_.wake();
  return taken;
}

void VideoSender::send_loop(std::stop_token stop) {
  const std::stop_callback wake(stop, [this] { pool_.wake(); });
  Shaper shaper(shaping_.value());
  while (!stop.stop_requested()) {
    look_at_path();
    const Duration wait = stamps_.waiting() ? std::min(kStampWait, tcp_.idle_wait()) : tcp_.idle_wait();
    EncodedFrame* frame = pool_.receive_wait(std::chrono::milliseconds(wait.ns() / 1'000'000));
    copy_to_.update();
    take_settings(shaper);
    if (frame) {
      look_at_path();
      if (tcp_.in_use() && !tcp_.ready())
        omit(*frame);
      else
        send_frame(*frame, shaper, stop);
      pool_.give_back(frame);
    }
    push_stamps(socket_, stamps_, send_events_);
  }
  push_last_stamps(socket_, stamps_, send_events_);
  for (std::size_t i = 0; i < late_marks_.count; ++i) send_events_.push(late_marks_.marks[i]);
}

/// Between two pictures.
void VideoSender::take_settings(Shaper& shaper) {
  const Timestamp now = monotonic_now();
  const auto push = [this](const Event& event) { send_events_.push(event); };
  if (shaping_.take(now, push)) shaper.set(shaping_.value());
  transport_.take(now, push);
}

void VideoSender::look_at_path() {
  destination_.update();
  tcp_.look(transport_.value(), destination_.front(), monotonic_now());
}

/// The newer picture goes, not the one that is being sent: half of it may be in the stream, from which nothing can be
/// taken back, and a picture that waited for room would only be older when it came.
void VideoSender::omit(const EncodedFrame& frame) {
  leave_out(frame);
  late_marks_.add(frame.marks);
}

void VideoSender::leave_out(const EncodedFrame& frame) {
  never_sent_.fetch_add(frame.on_link.bytes(), std::memory_order_relaxed);
  send_events_.push(FrameOmitted{state_.ssrc, frame.number, OmitReason::kObsolete, monotonic_now()});
}

/// By the controller's pacing rate, where it gives one.
Duration VideoSender::least_a_block(const EncodedFrame& frame) const {
  const auto pacing = config_.rate ? config_.rate->target.load().pacing_kbps : std::nullopt;
  if (!pacing || *pacing <= 0 || frame.fragments.empty()) return {};
  const double bits = static_cast<double>(frame.on_link.bits()) / static_cast<double>(frame.fragments.size());
  return Duration::from_ms(bits / *pacing);
}

void VideoSender::send_frame(const EncodedFrame& frame, Shaper& shaper, const std::stop_token& stop) {
  FrameSent event;
  event.ssrc = state_.ssrc;
  event.frame = frame.number;
  event.blocks = static_cast<std::int32_t>(frame.fragments.size());
  event.fetching = frame.fetching;
  event.begin = monotonic_now();
  FormatMarks marks = std::exchange(late_marks_, {});
  marks.add(frame.marks);
  for (std::size_t i = 0; i < marks.count; ++i) {
    Event& mark = marks.marks[i];
    std::visit(
        [&](auto& of) {
          if constexpr (requires { of.asked; }) of.at = event.begin;
        },
        mark);
    send_events_.push(mark);
  }
  shaper.begin_frame(event.begin, event.blocks, frame.period, frame.fetching, least_a_block(frame));
  event.blocks = 0;
  while (auto next = shaper.next()) {
    if (!next->overrun && !wait_for(next->due, stop)) {
      shaper.finish_now(monotonic_now());
      next = shaper.next();
    }
    if (next->due > event.begin && !next->overrun) {
      const Timestamp woke = sleep_until(next->due, config_.spin);
      send_events_.push(ThreadWoke{ThreadRole::kVideoSend, next->due, woke});
    }
    if (!deliver(frame, *next, stop)) break;
    ++event.blocks;
    shaper.advance();
  }
  for (; shaper.next(); shaper.advance()) {}  // of a picture that was cut off
  if (event.blocks == 0) return leave_out(frame);
  event.end = monotonic_now();
  event.burst_interval = shaper.schedule().interval;
  event.burst_size = shaper.schedule().burst_size;
  event.overrun_blocks = shaper.overrun_blocks();
  send_events_.push(event);
  progress_.back() = {frame.begun, static_cast<std::uint32_t>(state_.rtp_timestamp + video_clock(frame.begun)),
                      state_.packets, state_.octets};
  progress_.publish();
}

/// Sleeps until a little before `due`. False when the rest of the frame has to go at once: the next one is there, or
/// the call ends.
bool VideoSender::wait_for(Timestamp due, const std::stop_token& stop) {
  while (true) {
    if (pool_.waiting() > 0 || stop.stop_requested()) return false;
    const Timestamp now = monotonic_now();
    if (due - now > kTimeForStamps) push_stamps(socket_, stamps_, send_events_);
    tcp_.report(now);
    if (due - now <= kLongestSendSleep) return true;
    sleep_until(now + kLongestSendSleep);
  }
}

/// Over TCP the schedule goes on when all of the block is with the kernel. False: the rest of the picture cannot go,
/// because the connection or the call has ended.
bool VideoSender::deliver(const EncodedFrame& frame, const Shaper::Departure& departure, const std::stop_token& stop) {
  int error = send_block(frame, departure);
  if (!tcp_.in_use()) return true;
  for (; error == EAGAIN; error = send_block(frame, departure))
    if (!await_room(stop)) return false;
  while (tcp_.flush() == TcpMediaSender::Taken::kFull)
    if (!await_room(stop)) return false;
  return error == 0;
}

/// A while, for room in the connection. False: there will be none.
bool VideoSender::await_room(const std::stop_token& stop) {
  while (EncodedFrame* newer = pool_.receive()) {
    omit(*newer);
    pool_.give_back(newer);
  }
  if (stop.stop_requested() || !tcp_.wait_for_room(kLookBlocked)) return false;
  const Timestamp now = monotonic_now();
  tcp_.report(now);
  destination_.update();
  const bool wanted =
      transport_asked_.load(std::memory_order_relaxed) == Transport::kTcp && tcp_.leads_to(destination_.front());
  if (wanted)
    unwanted_since_.reset();
  else if (!unwanted_since_)
    unwanted_since_ = now;
  if (wanted || now - *unwanted_since_ < kLastChance) return true;
  tcp_.give_up();
  return false;
}

/// EAGAIN: a connection has no room, nothing was taken.
StampedSend VideoSender::hand_over(const std::array<iovec, 2>& parts, bool stamped) {
  if (tcp_.in_use()) {
    const auto taken = tcp_.send(parts);
    return {taken == TcpMediaSender::Taken::kWhole  ? 0
            : taken == TcpMediaSender::Taken::kFull ? EAGAIN
                                                    : EPIPE,
            std::nullopt};
  }
  destination_.update();
  return stamped ? socket_.send_stamped(parts, destination_.front())
                 : StampedSend{socket_.send(parts, destination_.front()), std::nullopt};
}

/// The errno of sending; over TCP a block that is not taken has no sequence number and no event.
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
  const bool stamped = fragment.last || departure.block % kStampedEvery == 0;
  const StampedSend outcome = hand_over(parts, stamped);
  if (tcp_.in_use() && outcome.error != 0) return outcome.error;
  if (outcome.id) stamps_.expect(*outcome.id, event.sequence, event.sent);
  event.error = outcome.error;
  if (copy_to_.front().size() > 0 && copies_) copies_->send(parts, copy_to_.front());
  event.accepted = event.error == 0;
  event.size = static_cast<std::int32_t>(header_bytes + scan.size());
  if (clock.synchronised) event.sent_conference = extensions.sent_conference;
  state_.sent(header_bytes - rtp::rtp_header_bytes(extensions, config_.ids) + scan.size());
  send_events_.push(event);
  return event.error;
}

}  // namespace jitterscope
