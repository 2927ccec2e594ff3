#include "core/call/pipeline/video_receiver.h"

#include <array>
#include <chrono>

#include "core/base/realtime/clock.h"
#include "core/base/units/media_time.h"

namespace jitterscope {
namespace {

constexpr Duration kDatagramWait = Duration::ms(100);
constexpr Duration kIdleSleep = Duration::seconds(1);  // a stop wakes at once
constexpr Duration kPictureReportPeriod = Duration::seconds(1);
constexpr int kClockRate = 90'000;
constexpr std::size_t kBuffers = 8;                       // half a second of a slow decoder; touched only as used
constexpr Duration kTcpPatience = Duration::seconds(20);  // for a frame: nothing is lost, a slow link only takes long
constexpr std::size_t kLargestDatagram = 9000;            // a jumbo frame; larger ones are refused

}  // namespace

VideoReceiver::VideoReceiver(UdpSocket& socket, EventRings& rings, PlayoutBoard& board,
                             LatestValue<VideoFrame>& picture, const VideoReceiverConfig& config)
    : socket_(socket),
      receive_events_(rings.of(ThreadRole::kVideoReceive)),
      decode_events_(rings.of(ThreadRole::kVideoDecode)),
      picture_(picture),
      config_(config),
      tcp_changes_("connections of the picture", 16),
      complete_("complete frames", kBuffers),
      free_("free frame buffers", kBuffers),
      reassembly_set_{config.reassembly.loss_policy, config.reassembly.discard_late_frames, config.reassembly.period},
      intake_(config.intake),
      reassembler_(config.reassembly),
      switch_(config.playout),
      playout_(config.playout, config.reassembly.period.value_or(kUsualVideoPeriod)),
      board_(board.of(Medium::kVideo)) {
  for (std::size_t i = 0; i < kBuffers; ++i) free_.push(FrameBuffer(config.reassembly.max_frame_bytes));
  decode_thread_ = std::make_unique<RealtimeThread>(ThreadRole::kVideoDecode, config.decode_priority,
                                                    [this](std::stop_token stop) { decode_loop(stop); });
  receive_thread_ = std::make_unique<RealtimeThread>(ThreadRole::kVideoReceive, config.receive_priority,
                                                     [this](std::stop_token stop) { receive_loop(stop); });
}

VideoReceiver::~VideoReceiver() = default;

TakenOver VideoReceiver::set_loss_policy(LossPolicy policy, bool discard_late_frames, const SettingChanged* mark) {
  reassembly_set_.policy = policy;
  reassembly_set_.discard_late_frames = discard_late_frames;
  return reassembly_.put(reassembly_set_, mark);
}

void VideoReceiver::set_period(Duration period) {
  reassembly_set_.period = period;
  reassembly_.put(reassembly_set_, nullptr);
}

TakenOver VideoReceiver::set_playout(const PlayoutSetting& setting, Duration period, const SettingChanged* mark) {
  const TakenOver taken = switch_.set(setting, Medium::kVideo, period, mark);
  complete_.wake();  // video-decode, which takes it
  return taken;
}

std::string VideoReceiver::set_transport(Transport transport, const std::vector<SocketAddress>& from) {
  if (transport == transport_ && (transport == Transport::kUdp || from == from_)) return {};
  VideoTcpIntake::Setting setting;
  setting.listening = transport == Transport::kTcp;
  setting.from = VideoTcpIntake::hosts(from);
  if (setting.listening && !has_listener_) {
    std::string error;
    setting.listener = TcpMediaListener::listen(socket_.local(), error);
    if (!setting.listener) return error;
  }
  const bool brings_listener = setting.listener.has_value();
  if (!tcp_changes_.push(std::move(setting)))
    return "The receiver of the picture is busy and changes its transport later.";
  transport_ = transport;
  from_ = from;
  has_listener_ = has_listener_ || brings_listener;
  return {};
}

void VideoReceiver::receive_loop(std::stop_token stop) {
  std::array<std::uint8_t, kLargestDatagram> bytes;
  while (!stop.stop_requested()) {
    take_changes();
    rejects_.tell(monotonic_now(), [this](const PacketRejected& sum) { receive_events_.push(sum); });
    hand_over(reassembler_.expire(monotonic_now()));
    if (!tcp_.in_use()) {
      receive_datagram(bytes, kDatagramWait);
      continue;
    }
    tcp_.wait(socket_, kDatagramWait);
    receive_datagram(bytes, Duration{});
    tcp_.receive([this](rtp::ConstBytes packet, Timestamp received) {
      Datagram about;
      about.received = received;
      return handle(about, packet);
    });
  }
  hand_over(reassembler_.close(monotonic_now()));
  rejects_.tell_all([this](const PacketRejected& sum) { receive_events_.push(sum); });
}

void VideoReceiver::receive_datagram(std::span<std::uint8_t> room, Duration timeout) {
  const auto datagram = socket_.receive(std::as_writable_bytes(room), timeout);
  if (datagram) handle(*datagram, room.first(datagram->size));
}

void VideoReceiver::take_changes() {
  VideoTcpIntake::Setting connections;
  while (tcp_changes_.pop(connections)) {
    reassembler_.set_patience(connections.listening ? kTcpPatience : ReassemblerConfig{}.patience);
    tcp_.set(std::move(connections));
  }
  if (!reassembly_.take(monotonic_now(), [this](const Event& mark) { receive_events_.push(mark); })) return;
  const Reassembly& wanted = reassembly_.value();
  reassembler_.set_loss_policy(wanted.policy, wanted.discard_late_frames);
  reassembler_.set_period(wanted.period);
}

/// False: it is not of the stream.
bool VideoReceiver::handle(const Datagram& about, rtp::ConstBytes bytes) {
  const auto size = static_cast<std::int32_t>(bytes.size());
  const auto refuse = [&](RejectReason reason) {
    rejects_.note(reason, about.received, size);
    return false;
  };
  const auto accepted = intake_.accept(bytes, about.truncated, about.received, about.kernel);
  if (!accepted) return refuse(accepted.reason);
  if (accepted->restarted) hand_over(reassembler_.restart(about.received));
  const auto jpeg = rtp::parse_jpeg_payload(accepted->packet.payload);
  if (!jpeg) return refuse(jpeg.reason);
  PacketArrived event = accepted->event;
  if (event.duplicate) {
    receive_events_.push(event);
    return true;
  }
  VideoPacket packet{accepted->packet.header, accepted->packet.extensions.block, *jpeg, about.received,
                     event.sent_conference};
  reassembler_.set_ssrc(event.ssrc);
  const auto result = reassembler_.push(packet);
  if (result.rejected) {
    refuse(*result.rejected);
    hand_over(result);
    return false;
  }
  if (result.frame) event.frame = result.frame;  // as FrameDone counts it, also after a restart
  receive_events_.push(event);
  hand_over(result);
  return true;
}

void VideoReceiver::hand_over(const VideoReassembler::Result& result) {
  for (const FrameDone& done : result.done) receive_events_.push(done);
  if (!result.frame_ready) return;
  if (spare_.empty()) free_.pop(spare_);
  if (!spare_.empty() && reassembler_.take(spare_))
    complete_.push_wake(std::move(spare_));
  else
    skip(result);
}

/// No buffer is free: the picture that is ready is not decoded.
void VideoReceiver::skip(const VideoReassembler::Result& result) {
  skipped_.fetch_add(1, std::memory_order_relaxed);
  const FrameDone* ready = nullptr;
  for (const FrameDone& done : result.done)
    if (done.outcome == FrameOutcome::kComplete || done.outcome == FrameOutcome::kPatched) ready = &done;
  if (ready)
    receive_events_.push(
        FramePlayed{ready->ssrc, ready->frame, PlayoutOutcome::kDropped, ready->completed, ready->completed});
}

void VideoReceiver::decode_loop(std::stop_token stop) {
  const std::stop_callback wake(stop, [this] { complete_.wake(); });
  FrameBuffer buffer;
  while (!stop.stop_requested()) {
    const Timestamp now = monotonic_now();
    switch_.apply(playout_, board_, now, decode_events_);
    play_due(now);
    report_played(now);
    const Duration wait = until_due(monotonic_now());
    const auto whole = std::chrono::milliseconds(wait.ns() / 1'000'000);
    if (complete_.pop_wait(buffer, whole)) {
      decode(buffer);
      free_.push(std::move(buffer));
    } else if (wait < Duration::ms(1)) {
      sleep_until(monotonic_now() + wait);
    }
  }
}

Duration VideoReceiver::until_due(Timestamp now) const {
  const auto due = playout_.next_due();
  return due ? std::clamp(*due - now, Duration{}, kIdleSleep) : kIdleSleep;
}

void VideoReceiver::decode(const FrameBuffer& buffer) {
  FrameDecoded event;
  event.ssrc = buffer.done.ssrc;
  event.frame = buffer.done.frame;
  event.completed = buffer.done.completed;
  if (config_.on_jpeg) config_.on_jpeg(event.frame, buffer.jpeg());
  event.decode_begin = monotonic_now();
  event.ok = decoder_.decode(buffer.jpeg(), decoded_, config_.picture_format);
  event.decode_end = monotonic_now();
  event.width = decoded_.width();
  event.height = decoded_.height();
  decode_events_.push(event);
  if (event.ok) return await_playout(buffer.done, event.decode_end);
  decode_events_.push(
      FramePlayed{event.ssrc, event.frame, PlayoutOutcome::kDropped, event.completed, event.decode_end});
}

/// The picture just decoded gets its time, or none.
void VideoReceiver::await_playout(const FrameDone& done, Timestamp now) {
  any_ = true;
  const auto due =
      playout_.put({done.ssrc, done.frame, media_time(done.rtp_timestamp, kClockRate), done.completed}, now);
  if (!due) return;
  Waiting& waiting = waiting_[due->slot];
  std::swap(waiting.picture, decoded_);
  waiting.picture.number = done.frame;
  waiting.picture.captured = done.completed;
  waiting.ssrc = done.ssrc;
  waiting.rtp_timestamp = done.rtp_timestamp;
  waiting.held = playout_.held();
}

void VideoReceiver::play_due(Timestamp now) {
  const auto due = playout_.pop_due(now);
  if (!due) return;
  Waiting& waiting = waiting_[due->slot];
  std::swap(picture_.back(), waiting.picture);
  picture_.publish();
  board_.played.store({true, waiting.ssrc, waiting.rtp_timestamp, now, waiting.held});
}

void VideoReceiver::report_played(Timestamp now) {
  for (const FramePlayed& played : playout_.take_played()) decode_events_.push(played);
  if (const auto decided = playout_.take_decided()) decode_events_.push(*decided);
  if (!any_ || now < next_report_) return;
  decode_events_.push(playout_.report(now));
  next_report_ = now + kPictureReportPeriod;
}

}  // namespace jitterscope
