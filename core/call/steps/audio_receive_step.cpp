#include "core/call/steps/audio_receive_step.h"

#include <algorithm>

#include "core/algorithms/media/pcmu.h"
#include "core/call/steps/accepted_packet.h"
#include "core/call/steps/stream_of.h"

namespace jitterscope {
namespace {

constexpr Duration kSoundReportPeriod = Duration::seconds(1);

constexpr Duration kIdlePeriod = Duration::ms(100);  // nothing has come yet and nobody takes the silence

std::optional<RejectReason> why_unreadable(const AcceptedPacket& accepted) {
  if (accepted.of_other_type) return RejectReason::kWrongPayloadType;
  const bool fits = accepted.packet.payload.size() <= AudioPlayout::kMaxBlockSamples;
  return fits ? std::nullopt : std::optional(RejectReason::kTooLarge);
}

}  // namespace

AudioSlot::AudioSlot(EventRing& events, PlayoutBoard& board, const AudioSlotConfig& config)
    : events_(events, config.remote),
      board_(board),
      devices_(config.devices),
      expected_(config.expected),
      intake_(config.intake),
      switch_(config.playout.setting),
      playout_(config.playout) {}

std::optional<RejectReason> AudioSlot::take(const Arrival& arrival) {
  const auto accepted = intake_.accept(arrival);
  if (!accepted) return accepted.reason;
  if (!taken_.take(arrival.received)) return events_.leave_out(), std::nullopt;
  if (accepted->restarted) playout_.restart(arrival.received);
  if (accepted->begins_run) events_.push(new_run_notice(Medium::kAudio, arrival.received));
  const rtp::ConstBytes payload = accepted->packet.payload;
  if (expected_ && events_.push(*expected_)) expected_.reset();
  const auto unreadable = why_unreadable(*accepted);
  if (unreadable || payload.empty()) {
    if (payload.empty())
      tell_untimed(events_, accepted->event);  // as one that keeps a way open: there is nothing to refuse
    else
      refusals_.tell(events_, accepted->event, *unreadable);
    playout_.skip(accepted->event.sequence);
    return std::nullopt;
  }
  heard_ = true;
  events_.push(accepted->event);
  if (accepted->event.duplicate) return std::nullopt;
  playout_.set_ssrc(accepted->event.ssrc);
  const std::span samples = std::span(decoded_).first(payload.size());
  pcmu_decode(payload, samples);
  const std::int64_t sequence = accepted->event.sequence;
  playout_.put({sequence, accepted->event.rtp_timestamp, accepted->event.marker, samples, arrival.received});
  queued_[static_cast<std::size_t>(sequence) % queued_.size()] = {sequence, accepted->event.rtp_timestamp,
                                                                  playout_.held()};
  report_done();
  return std::nullopt;
}

const AudioChunk& AudioSlot::render(Timestamp until) {
  const std::size_t written = playout_.render(until, chunk_.samples);
  std::fill(chunk_.samples.begin() + static_cast<std::ptrdiff_t>(written), chunk_.samples.end(), std::int16_t{0});
  report_done();
  return chunk_;
}

void AudioSlot::report_done() {
  for (AudioBlockDone done : playout_.take_done()) {
    if (done.outcome == PlayoutOutcome::kPlayed) {
      done.handed = done.playout + kRenderPeriod;  // each sample leaves with its chunk
      if (devices_) done.speaker = devices_->speaker_state().delay;
      tell(done);
    }
    events_.push(done);
  }
}

/// To those who keep sound and picture together.
void AudioSlot::tell(const AudioBlockDone& done) {
  const QueuedBlock& block = queued_[static_cast<std::size_t>(done.sequence) % queued_.size()];
  if (block.sequence != done.sequence) return;
  const Timestamp heard = *done.handed + done.speaker.value_or(Duration{});
  board_.of(Medium::kAudio).played.store({true, done.ssrc, block.rtp_timestamp, heard, block.held});
}

void AudioSlot::report(Timestamp now) {
  if (const auto decided = playout_.take_decided()) events_.push(*decided);
  if (!heard_ || now < next_report_) return;
  next_report_ = now + kSoundReportPeriod;
  PlayoutReport report = playout_.report(now);
  if (devices_) report.resampling_ppm = devices_->speaker_state().resampling_ppm;
  report.lip_sync_ms = board_.skew();
  events_.push(report);
}

void AudioSlot::finish() {
  playout_.end();
  report_done();
}

AudioReceiveStep::AudioReceiveStep(EventRing& events, PublishedLevel& level, const SoundOut& out)
    : events_(events), level_(level), out_(out) {}

Timestamp AudioReceiveStep::run(Timestamp now) {
  if (now < next_round_) return next_round_;
  take_changes();
  streams_.each([now](AudioSlot& stream) { stream.take_settings(now); });
  if (!next_chunk_) next_chunk_ = now;
  for (; *next_chunk_ <= now; *next_chunk_ += AudioSlot::kRenderPeriod) render(*next_chunk_, now);
  bool is_heard = out_.speaker || out_.tap;
  streams_.each([&](AudioSlot& stream) {
    stream.report(now);
    is_heard |= stream.heard();
  });
  rejects_.tell(now, [this](const PacketRejected& sum) { events_.push(sum); });
  return next_round_ = is_heard ? *next_chunk_ : now + kIdlePeriod;
}

void AudioReceiveStep::take_changes() {
  streams_.take_changes([](AudioSlot&) {}, [](AudioSlot& stream) { stream.finish(); });
}

void AudioReceiveStep::finish(Timestamp) {
  take_changes();
  streams_.each([](AudioSlot& stream) { stream.finish(); });
  rejects_.tell_all([this](const PacketRejected& sum) { events_.push(sum); });
}

void AudioReceiveStep::take(const Arrival& arrival) {
  take_changes();  // it may be the first of one that has just come
  AudioSlot* stream = stream_of(streams_, arrival.bytes);
  const auto refused = stream ? stream->take(arrival) : RejectReason::kWrongSsrc;
  if (refused) rejects_.note(*refused, arrival.received, arrival.size());
}

/// One stream alone is heard as it is.
void AudioReceiveStep::render(Timestamp until, Timestamp now) {
  int streams = 0;
  mixer_.clear();
  chunk_.samples.fill(0);
  streams_.each([&](AudioSlot& stream) {
    const AudioChunk& chunk = stream.render(until);
    mixer_.add(chunk.samples);
    chunk_.samples = chunk.samples;
    ++streams;
  });
  if (streams > 1) std::ranges::copy(mixer_.mix(), chunk_.samples.begin());
  chunk_.captured = now;
  meter_.add(chunk_.samples);
  level_.publish(meter_);
  if (out_.speaker) out_.speaker->push(chunk_);
  if (out_.tap) out_.tap->push(chunk_);
}

}  // namespace jitterscope
