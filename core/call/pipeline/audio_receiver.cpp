#include "core/call/pipeline/audio_receiver.h"

#include "core/algorithms/media/pcmu.h"
#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr Duration kRenderPeriod = Duration::ms(10);
constexpr Duration kSoundReportPeriod = Duration::seconds(1);
constexpr Duration kIdlePeriod = Duration::ms(100);  // nothing has come yet and nobody takes the silence

}  // namespace

AudioReceiver::AudioReceiver(UdpSocket& socket, EventRings& rings, PlayoutBoard& board, PublishedLevel& level,
                             const AudioReceiverConfig& config)
    : socket_(socket),
      events_(rings.of(ThreadRole::kAudioReceive)),
      level_(level),
      config_(config),
      intake_(config.intake),
      switch_(config.playout.setting),
      playout_(config.playout),
      board_(board) {
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
      switch_.apply(playout_, board_.of(Medium::kAudio), now, events_);
      render(now);
      report_playout(now);
      rejects_.tell(now, [this](const PacketRejected& sum) { events_.push(sum); });
      const bool idle = !heard_ && !config_.speaker && !config_.tap;
      next_render = std::max(next_render + (idle ? kIdlePeriod : kRenderPeriod), now);
      continue;
    }
    const auto datagram = socket_.receive(std::as_writable_bytes(std::span(bytes)), next_render - now);
    if (datagram) handle(*datagram, {bytes.data(), datagram->size});
  }
  rejects_.tell_all([this](const PacketRejected& sum) { events_.push(sum); });
}

void AudioReceiver::handle(const Datagram& datagram, rtp::ConstBytes bytes) {
  const auto size = static_cast<std::int32_t>(bytes.size());
  const auto accepted = intake_.accept(bytes, datagram.truncated, datagram.received, datagram.kernel);
  if (!accepted) { return rejects_.note(accepted.reason, datagram.received, size); }
  if (accepted->restarted) playout_.restart(datagram.received);
  const rtp::ConstBytes payload = accepted->packet.payload;
  if (payload.empty() || payload.size() > decoded_.size()) {
    const RejectReason reason = payload.empty() ? RejectReason::kTruncated : RejectReason::kTooLarge;
    return rejects_.note(reason, datagram.received, size);
  }
  heard_ = true;
  events_.push(accepted->event);
  if (accepted->event.duplicate) return;
  playout_.set_ssrc(accepted->event.ssrc);
  const std::span samples = std::span(decoded_).first(payload.size());
  pcmu_decode(payload, samples);
  const std::int64_t sequence = accepted->event.sequence;
  playout_.put({sequence, accepted->event.rtp_timestamp, accepted->event.marker, samples, datagram.received});
  queued_[static_cast<std::size_t>(sequence) % queued_.size()] = {sequence, accepted->event.rtp_timestamp,
                                                                  playout_.held()};
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
    chunk_.captured = now;
    if (config_.speaker) config_.speaker->push(chunk_);
    if (config_.tap) config_.tap->push(chunk_);
  }
}

void AudioReceiver::report_done() {
  for (AudioBlockDone done : playout_.take_done()) {
    if (done.outcome == PlayoutOutcome::kPlayed) {
      done.handed = done.playout + kRenderPeriod;  // each sample leaves with its chunk
      if (config_.devices) done.speaker = config_.devices->speaker_state().delay;
      tell(done);
    }
    events_.push(done);
  }
}

/// To those who keep sound and picture together.
void AudioReceiver::tell(const AudioBlockDone& done) {
  const QueuedBlock& block = queued_[static_cast<std::size_t>(done.sequence) % queued_.size()];
  if (block.sequence != done.sequence) return;
  const Timestamp heard = *done.handed + done.speaker.value_or(Duration{});
  board_.of(Medium::kAudio).played.store({true, done.ssrc, block.rtp_timestamp, heard, block.held});
}

void AudioReceiver::report_playout(Timestamp now) {
  if (const auto decided = playout_.take_decided()) events_.push(*decided);
  if (!heard_ || now < next_report_) return;
  next_report_ = now + kSoundReportPeriod;
  PlayoutReport report = playout_.report(now);
  if (config_.devices) report.resampling_ppm = config_.devices->speaker_state().resampling_ppm;
  report.lip_sync_ms = board_.skew();
  events_.push(report);
}

}  // namespace jitterscope
