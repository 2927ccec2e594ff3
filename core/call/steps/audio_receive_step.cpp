#include "core/call/steps/audio_receive_step.h"

#include "core/algorithms/media/pcmu.h"

namespace jitterscope {
namespace {

constexpr Duration kRenderPeriod = Duration::ms(10);
constexpr Duration kSoundReportPeriod = Duration::seconds(1);
constexpr Duration kIdlePeriod = Duration::ms(100);  // nothing has come yet and nobody takes the silence

}  // namespace

AudioReceiveStep::AudioReceiveStep(EventRing& events, PlayoutBoard& board, PublishedLevel& level,
                                   const AudioReceiveConfig& config)
    : events_(events),
      board_(board),
      level_(level),
      config_(config),
      intake_(config.intake),
      switch_(config.playout.setting),
      playout_(config.playout) {}

Timestamp AudioReceiveStep::run(Timestamp now) {
  if (now < next_render_) return next_render_;
  switch_.apply(playout_, board_.of(Medium::kAudio), now, events_);
  render(now);
  report_playout(now);
  rejects_.tell(now, [this](const PacketRejected& sum) { events_.push(sum); });
  const bool idle = !heard_ && !config_.speaker && !config_.tap;
  next_render_ = next_render_ == Timestamp{} ? now : next_render_;
  return next_render_ = std::max(next_render_ + (idle ? kIdlePeriod : kRenderPeriod), now);
}

void AudioReceiveStep::finish(Timestamp) {
  rejects_.tell_all([this](const PacketRejected& sum) { events_.push(sum); });
}

void AudioReceiveStep::take(const Arrival& arrival) {
  const auto accepted = intake_.accept(arrival);
  if (!accepted) return rejects_.note(accepted.reason, arrival.received, arrival.size());
  if (accepted->restarted) playout_.restart(arrival.received);
  const rtp::ConstBytes payload = accepted->packet.payload;
  if (payload.empty() || payload.size() > decoded_.size()) {
    const RejectReason reason = payload.empty() ? RejectReason::kTruncated : RejectReason::kTooLarge;
    return rejects_.note(reason, arrival.received, arrival.size());
  }
  heard_ = true;
  events_.push(accepted->event);
  if (accepted->event.duplicate) return;
  playout_.set_ssrc(accepted->event.ssrc);
  const std::span samples = std::span(decoded_).first(payload.size());
  pcmu_decode(payload, samples);
  const std::int64_t sequence = accepted->event.sequence;
  playout_.put({sequence, accepted->event.rtp_timestamp, accepted->event.marker, samples, arrival.received});
  queued_[static_cast<std::size_t>(sequence) % queued_.size()] = {sequence, accepted->event.rtp_timestamp,
                                                                  playout_.held()};
  report_done();
}

void AudioReceiveStep::render(Timestamp now) {
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

void AudioReceiveStep::report_done() {
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
void AudioReceiveStep::tell(const AudioBlockDone& done) {
  const QueuedBlock& block = queued_[static_cast<std::size_t>(done.sequence) % queued_.size()];
  if (block.sequence != done.sequence) return;
  const Timestamp heard = *done.handed + done.speaker.value_or(Duration{});
  board_.of(Medium::kAudio).played.store({true, done.ssrc, block.rtp_timestamp, heard, block.held});
}

void AudioReceiveStep::report_playout(Timestamp now) {
  if (const auto decided = playout_.take_decided()) events_.push(*decided);
  if (!heard_ || now < next_report_) return;
  next_report_ = now + kSoundReportPeriod;
  PlayoutReport report = playout_.report(now);
  if (config_.devices) report.resampling_ppm = config_.devices->speaker_state().resampling_ppm;
  report.lip_sync_ms = board_.skew();
  events_.push(report);
}

}  // namespace jitterscope
