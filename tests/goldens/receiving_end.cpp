#include "tests/goldens/receiving_end.h"

#include <algorithm>

#include "core/base/units/media_time.h"

namespace jitterscope::goldens {
namespace {

constexpr Duration kTcpPatience = Duration::seconds(20);
constexpr Duration kAfterwards = Duration::seconds(2);
constexpr int kAudioRate = 8000;

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

AudioSlotConfig audio_config(const DatagramRecording& recording, const PlayoutSetting& playout,
                             const CallClock& clock) {
  AudioSlotConfig config;
  config.intake = intake(Medium::kAudio, recording.audio_ssrc, clock);
  config.playout.setting = playout;
  config.playout.period = media_time(recording.audio_block, kAudioRate);
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
    : recording_(recording), clock_(clock_of(recording)), audio_(said_, level_, {}), video_(said_), decode_(decoder_) {
  const auto frames = std::make_shared<FrameExchange>(reassembly(recording).max_frame_bytes);
  audio_.streams().add(std::make_unique<AudioSlot>(said_, board_, audio_config(recording, playout, clock_)));
  video_.streams().add(std::make_unique<VideoSlot>(
      said_, frames, bell_,
      VideoSlotConfig{intake(Medium::kVideo, recording.video_ssrc, clock_), reassembly(recording)}));
  decode_.streams().add(
      std::make_unique<DecodeSlot>(said_, board_.of(Medium::kVideo), frames, picture_,
                                   DecodeSlotConfig{playout, period_of(recording).value_or(Duration::ms(66)), {}}));
  audio_.streams().take_changes();  // before the first round: it begins with a datagram
  video_.streams().take_changes();
}

void ReceivingEnd::run() {
  if (recording_.datagrams.empty()) return;
  next_audio_ = next_video_ = next_decode_ = recording_.datagrams.front().received;
  for (const RecordedDatagram& datagram : recording_.datagrams) {
    pass_time(datagram.received);
    take(datagram);
    decode(datagram.received);
  }
  const Timestamp end = recording_.datagrams.back().received + kAfterwards;
  pass_time(end);
  audio_.finish(end);
  video_.finish(end);
  decode(end);
  decode_.finish(end);
}

/// Everything that is due before `until`, in the order of its times.
void ReceivingEnd::pass_time(Timestamp until) {
  while (true) {
    const Timestamp next = std::min({next_audio_, next_video_, next_decode_});
    if (next >= until) return;
    if (next_decode_ == next) {
      decode(next);
    } else if (next_audio_ == next) {
      next_audio_ = audio_.run(next);
    } else {
      next_video_ = video_.run(next);
      decode(next);
    }
    keep_events();
  }
}

void ReceivingEnd::take(const RecordedDatagram& datagram) {
  const Timestamp received = datagram.received;
  if (datagram.stream)
    take_stream(datagram);
  else if (datagram.medium == Medium::kAudio)
    audio_.take({datagram.bytes, received, received, false});
  else
    take_video(datagram.bytes, received);
}

void ReceivingEnd::take_video(rtp::ConstBytes bytes, Timestamp received) {
  video_.take({bytes, received, received, false});
  decode(received);
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

/// What is complete, and what is due then.
void ReceivingEnd::decode(Timestamp now) {
  decoder_.at = now;
  do next_decode_ = decode_.run(now);
  while (next_decode_ == now);
  keep_events();
}

void ReceivingEnd::keep_events() {
  said_.take_all([this](const Event& event) { events_.push_back(event); });
}

}  // namespace jitterscope::goldens
