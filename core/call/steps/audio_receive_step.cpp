#include "core/call/steps/audio_receive_step.h"

#include <algorithm>

#include "core/call/steps/stream_of.h"

namespace jitterscope {
namespace {

constexpr Duration kIdlePeriod = Duration::ms(100);  // nothing has come yet and nobody takes the silence

}  // namespace

AudioReceiveStep::AudioReceiveStep(EventRing& events, PublishedLevel& level, const SoundOut& out)
    : events_(events), level_(level), out_(out) {}

Timestamp AudioReceiveStep::run(Timestamp now) {
  if (now < next_round_) return next_round_;
  streams_.take_changes();
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

void AudioReceiveStep::finish(Timestamp) {
  rejects_.tell_all([this](const PacketRejected& sum) { events_.push(sum); });
}

void AudioReceiveStep::take(const Arrival& arrival) {
  streams_.take_changes();  // it may be the first of one that has just come
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
