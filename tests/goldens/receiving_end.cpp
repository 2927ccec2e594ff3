#include "tests/goldens/receiving_end.h"

#include <algorithm>
#include <array>

#include "core/algorithms/rtp/rtp_jpeg.h"
#include "core/base/units/media_time.h"

namespace jitterscope::goldens {
namespace {

constexpr Duration kRenderPeriod = Duration::ms(10);
constexpr Duration kExpiryPeriod = Duration::ms(100);
constexpr Duration kTcpPatience = Duration::seconds(20);
constexpr Duration kAfterwards = Duration::seconds(2);
constexpr int kAudioRate = 8000, kVideoRate = 90'000;

IntakeConfig intake(Medium medium, std::optional<std::uint32_t> ssrc, const CallClock& clock) {
  IntakeConfig config;
  config.medium = medium;
  config.payload_type = medium == Medium::kAudio ? rtp::kPayloadPcmu : rtp::kPayloadJpeg;
  config.ssrc = ssrc;
  config.clock = &clock;
  return config;
}

ConferenceClock clock_of(const DatagramRecording& recording) {
  ConferenceClock clock;
  clock.offset = recording.conference_offset;
  clock.synchronised = recording.conference_offset.has_value();
  return clock;
}

AudioPlayoutConfig audio_config(const DatagramRecording& recording, const PlayoutSetting& playout) {
  AudioPlayoutConfig config;
  config.setting = playout;
  config.period = media_time(recording.audio_block, kAudioRate);
  return config;
}

std::optional<Duration> period_of(const DatagramRecording& recording) {
  return recording.period_ms > 0 ? std::optional(Duration::ms(recording.period_ms)) : std::nullopt;
}

ReassemblerConfig reassembly(const DatagramRecording& recording) {
  ReassemblerConfig config;
  config.max_frame_bytes = 1u << 20;
  config.period = period_of(recording);
  if (std::ranges::any_of(recording.datagrams, &RecordedDatagram::stream)) config.patience = kTcpPatience;
  return config;
}

}  // namespace

ReceivingEnd::ReceivingEnd(const DatagramRecording& recording, const PlayoutSetting& playout)
    : recording_(recording),
      clock_(clock_of(recording)),
      audio_intake_(intake(Medium::kAudio, recording.audio_ssrc, clock_)),
      video_intake_(intake(Medium::kVideo, recording.video_ssrc, clock_)),
      audio_(audio_config(recording, playout)),
      reassembler_(reassembly(recording)),
      video_(playout, period_of(recording).value_or(Duration::ms(66))),
      spare_(reassembly(recording).max_frame_bytes),
      samples_(AudioPlayout::kMaxBlockSamples) {}

void ReceivingEnd::run() {
  if (recording_.datagrams.empty()) return;
  next_render_ = next_expiry_ = recording_.datagrams.front().received;
  for (const RecordedDatagram& datagram : recording_.datagrams) {
    pass_time(datagram.received);
    take(datagram);
  }
  const Timestamp end = recording_.datagrams.back().received + kAfterwards;
  pass_time(end);
  hand_over(reassembler_.close(end), end);
}

/// Everything that is due before `until`, in the order of its times.
void ReceivingEnd::pass_time(Timestamp until) {
  while (true) {
    const auto due = video_.next_due();
    const Timestamp next = std::min({next_render_, next_expiry_, due.value_or(next_render_)});
    if (next >= until) return;
    if (due && *due == next) {
      play_video(next);
    } else if (next_render_ == next) {
      render(next);
      next_render_ = next_render_ + kRenderPeriod;
    } else {
      hand_over(reassembler_.expire(next), next);
      next_expiry_ = next_expiry_ + kExpiryPeriod;
    }
  }
}

void ReceivingEnd::take(const RecordedDatagram& datagram) {
  if (datagram.stream)
    take_stream(datagram);
  else if (datagram.medium == Medium::kAudio)
    take_audio(datagram.bytes, datagram.received);
  else
    take_video(datagram.bytes, datagram.received);
}

void ReceivingEnd::take_stream(const RecordedDatagram& piece) {
  while (streams_.size() <= static_cast<std::size_t>(piece.connection))
    streams_.push_back(std::make_unique<rtp::FramedPackets>());
  rtp::FramedPackets& stream = *streams_[static_cast<std::size_t>(piece.connection)];
  for (std::size_t at = 0; at < piece.bytes.size();) {
    const auto room = stream.room();
    const std::size_t size = std::min(room.size(), piece.bytes.size() - at);
    std::copy_n(piece.bytes.begin() + static_cast<std::ptrdiff_t>(at), size, room.begin());
    stream.received(size);
    at += size;
    while (const auto packet = stream.next()) take_video(*packet, piece.received);
  }
}

void ReceivingEnd::refuse(Medium medium, RejectReason reason, Timestamp received, std::size_t size) {
  events_.push_back(PacketRejected{medium, reason, received, static_cast<std::int32_t>(size), {}});
}

/// As AudioReceiver does.
void ReceivingEnd::take_audio(rtp::ConstBytes bytes, Timestamp received) {
  const auto accepted = audio_intake_.accept(bytes, false, received, received);
  if (!accepted) return refuse(Medium::kAudio, accepted.reason, received, bytes.size());
  events_.push_back(accepted->event);
  if (accepted->event.duplicate) return;
  audio_.set_ssrc(accepted->event.ssrc);
  if (accepted->restarted) audio_.restart(received);
  const PacketArrived& event = accepted->event;
  const std::size_t size = std::min(accepted->packet.payload.size(), samples_.size());
  audio_.put({event.sequence, event.rtp_timestamp, event.marker, std::span(samples_).first(size), received});
  tell_audio();
}

/// As VideoReceiver does.
void ReceivingEnd::take_video(rtp::ConstBytes bytes, Timestamp received) {
  const auto accepted = video_intake_.accept(bytes, false, received, received);
  if (!accepted) return refuse(Medium::kVideo, accepted.reason, received, bytes.size());
  const auto jpeg = rtp::parse_jpeg_payload(accepted->packet.payload);
  if (!jpeg) return refuse(Medium::kVideo, jpeg.reason, received, bytes.size());
  PacketArrived event = accepted->event;
  if (event.duplicate) {
    events_.push_back(event);
    return;
  }
  if (accepted->restarted) hand_over(reassembler_.restart(received), received);
  reassembler_.set_ssrc(event.ssrc);
  const auto result = reassembler_.push(
      {accepted->packet.header, accepted->packet.extensions.block, *jpeg, received, event.sent_conference});
  if (result.rejected) {
    refuse(Medium::kVideo, *result.rejected, received, bytes.size());
  } else {
    if (result.frame) event.frame = result.frame;
    events_.push_back(event);
  }
  hand_over(result, received);
}

/// Decoding takes no time here.
void ReceivingEnd::hand_over(const VideoReassembler::Result& result, Timestamp now) {
  for (const FrameDone& done : result.done) events_.push_back(done);
  if (!result.frame_ready || !reassembler_.take(spare_)) return;
  const FrameDone& done = spare_.done;
  video_.put({done.ssrc, done.frame, media_time(done.rtp_timestamp, kVideoRate), done.completed}, now);
  tell_video();
}

void ReceivingEnd::play_video(Timestamp now) {
  video_.pop_due(now);
  tell_video();
}

void ReceivingEnd::tell_video() {
  for (const FramePlayed& played : video_.take_played()) events_.push_back(played);
  if (const auto decided = video_.take_decided()) events_.push_back(*decided);
}

void ReceivingEnd::render(Timestamp now) {
  std::array<std::int16_t, 160> out;
  while (audio_.render(now, out) == out.size()) tell_audio();
  tell_audio();
}

void ReceivingEnd::tell_audio() {
  for (const AudioBlockDone& done : audio_.take_done()) events_.push_back(done);
  if (const auto decided = audio_.take_decided()) events_.push_back(*decided);
}

}  // namespace jitterscope::goldens
