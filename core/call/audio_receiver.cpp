#include "core/call/audio_receiver.h"

#include "core/media/pcmu.h"
#include "core/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr Duration kRenderPeriod = Duration::ms(10);
constexpr Duration kIdlePeriod = Duration::ms(100);  // nothing has come yet and nobody takes the silence

}  // namespace

AudioReceiver::AudioReceiver(UdpSocket& socket, EventRings& rings, PublishedLevel& level, const AudioReceiverConfig& config)
    : socket_(socket), events_(rings.of(ThreadRole::kAudioReceive)), level_(level), config_(config),
      intake_(config.intake), playout_(config.playout) {
  thread_ = std::make_unique<RealtimeThread>(ThreadRole::kAudioReceive, config.priority,
                                             [this](std::stop_token stop) { loop(stop); });
}

AudioReceiver::~AudioReceiver() = default;

void AudioReceiver::loop(std::stop_token stop) {
  std::array<std::uint8_t, rtp::kMaxRtpHeaderBytes + 2 * AudioPlayout::kMaxBlockSamples> bytes;
  Timestamp next_render = monotonic_now();
  while (!stop.stop_requested()) {
    const Timestamp now = monotonic_now();
    if (now >= next_render) {
      render(now);
      const bool idle = !heard_ && !config_.speaker && !config_.tap;
      next_render = std::max(next_render + (idle ? kIdlePeriod : kRenderPeriod), now);
      continue;
    }
    const auto datagram = socket_.receive(std::as_writable_bytes(std::span(bytes)), next_render - now);
    if (datagram) handle(*datagram, {bytes.data(), datagram->size});
  }
}

void AudioReceiver::handle(const Datagram& datagram, rtp::ConstBytes bytes) {
  const auto size = static_cast<std::int32_t>(bytes.size());
  const auto accepted = intake_.accept(bytes, datagram.truncated, datagram.received, datagram.kernel);
  if (!accepted) {
    events_.push(PacketRejected{Medium::kAudio, accepted.reason, datagram.received, size});
    return;
  }
  const rtp::ConstBytes payload = accepted->packet.payload;
  if (payload.empty() || payload.size() > decoded_.size()) {
    const RejectReason reason = payload.empty() ? RejectReason::kTruncated : RejectReason::kTooLarge;
    events_.push(PacketRejected{Medium::kAudio, reason, datagram.received, size});
    return;
  }
  heard_ = true;
  events_.push(accepted->event);
  if (accepted->event.duplicate) return;
  playout_.set_ssrc(accepted->event.ssrc);
  if (accepted->restarted) playout_.restart(datagram.received);
  const std::span samples = std::span(decoded_).first(payload.size());
  pcmu_decode(payload, samples);
  playout_.put({accepted->event.sequence, accepted->event.rtp_timestamp, accepted->event.marker, samples, datagram.received});
  report_done();
}

void AudioReceiver::render(Timestamp now) {
  while (true) {
    const std::span room = std::span(chunk_.samples).subspan(filled_);
    const std::size_t written = playout_.render(now, room);
    report_done();
    filled_ += written;
    if (written < room.size()) return;
    filled_ = 0;
    meter_.add(chunk_.samples);
    level_.publish(meter_);
    if (config_.speaker) config_.speaker->push(chunk_);
    if (config_.tap) config_.tap->push(chunk_);
  }
}

void AudioReceiver::report_done() {
  for (const AudioBlockDone& done : playout_.take_done()) events_.push(done);
}

}  // namespace jitterscope
