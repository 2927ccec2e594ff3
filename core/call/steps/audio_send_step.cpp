#include "core/call/steps/audio_send_step.h"

#include <array>
#include <utility>

#include "core/algorithms/media/pcmu.h"
#include "core/algorithms/rtp/fragmenter.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/thread_woke.h"

namespace jitterscope {
namespace {

constexpr Duration kCaptureWait = Duration::ms(50);  // for what is captured; then stamps are looked for

Duration length_of(std::size_t samples) {
  return Duration::ns(static_cast<std::int64_t>(samples) * 1'000'000'000 / kAudioSampleRate);
}
std::int64_t samples_in(Duration time) {
  return time.ns() * kAudioSampleRate / 1'000'000'000;
}

}  // namespace

AudioSendStep::AudioSendStep(EventRing& events, PublishedLevel& level, PacketSink& sink, const AudioSendConfig& config)
    : events_(events),
      level_(level),
      sink_(sink),
      config_(config),
      muted_(config.muted),
      block_size_(config.block_size),
      state_(config.start),
      samples_(kLargestAudioBlock),
      codes_(kLargestAudioBlock) {}

void AudioSendStep::begin(std::unique_ptr<AudioSource> source) {
  source_ = std::move(source);
  first_ = true;
  filled_ = 0;
  gaps_.begin();
  deadline_.reset();
}

void AudioSendStep::take_settings_at_once(Timestamp now) {
  muted_.take(now, push());
  take_settings(now);
}

/// Between two blocks. Never allocates: the vectors were as large as they get.
void AudioSendStep::take_settings(Timestamp now) {
  block_size_.take(now, push());
  const auto size = static_cast<std::size_t>(block_size_.value());
  samples_.resize(size);
  codes_.resize(size);
}

Duration AudioSendStep::block_length() const {
  return length_of(samples_.size());
}

Timestamp AudioSendStep::run(Timestamp now) {
  if (!source_) {
    sink_.collect_stamps(events_);
    return now + kCaptureWait;
  }
  if (!deadline_) {
    source_->begin_at(now);
    deadline_ = now;
    begin_block();
  } else if (now >= *deadline_) {
    events_.push(ThreadWoke{ThreadRole::kAudioSend, *deadline_, now});
    send_block(*deadline_);
    begin_block();
  }
  return *deadline_;
}

void AudioSendStep::finish(Timestamp now) {
  if (!deadline_ || now < *deadline_) return;
  events_.push(ThreadWoke{ThreadRole::kAudioSend, *deadline_, now});
  send_block(*deadline_);
  deadline_.reset();
}

/// Of the source. What is in force from it on is so after the block before has gone.
void AudioSendStep::begin_block() {
  take_settings(sink_.now());
  *deadline_ += block_length();  // a block is complete when its last sample is
  source_->fetch(samples_);
}

void AudioSendStep::take(const AudioChunk& chunk) {
  const CaptureGaps::Found found = gaps_.take(chunk.captured, length_of(chunk.samples.size()));
  if (found.gap) {
    first_ = true;
    filled_ = 0;
  }
  if (found.stale) return;
  state_.rtp_timestamp += samples_in(found.lost);
  for (std::size_t taken = 0; taken < chunk.samples.size();) {
    if (filled_ == 0) take_settings(sink_.now());
    const std::size_t count = std::min(chunk.samples.size() - taken, samples_.size() - filled_);
    std::copy_n(chunk.samples.begin() + static_cast<std::ptrdiff_t>(taken), count,
                samples_.begin() + static_cast<std::ptrdiff_t>(filled_));
    taken += count;
    filled_ += count;
    if (filled_ < samples_.size()) break;
    send_block(chunk.captured);
    filled_ = 0;
  }
}

/// The stream's clock goes on while nothing is sent (RFC 3550 §5.1): the remote would take the block for a late one
/// else.
void AudioSendStep::skip_silence(Timestamp due) {
  if (!first_ || state_.packets == 0) return;
  const std::int64_t passed = samples_in(due - last_due_);
  state_.rtp_timestamp += std::max<std::int64_t>(passed - static_cast<std::int64_t>(samples_.size()), 0);
}

std::size_t AudioSendStep::code_bytes(std::size_t head_bytes) const {
  const auto most = static_cast<std::size_t>(config_.packet_bytes);
  return most > head_bytes ? std::min(codes_.size(), most - head_bytes) : codes_.size();
}

void AudioSendStep::send_block(Timestamp due) {
  skip_silence(due);
  last_due_ = due;
  muted_.take(sink_.now(), push());
  if (muted_.value()) std::fill(samples_.begin(), samples_.end(), std::int16_t{0});
  meter_.add(samples_);
  level_.publish(meter_);
  PacketSent event;
  event.medium = Medium::kAudio;
  event.ssrc = state_.ssrc;
  event.sequence = state_.sequence;
  event.rtp_timestamp = state_.rtp_timestamp;
  event.frame = next_block_;
  event.marker = talkspurts_.add(samples_) || first_;
  event.due = due;

  rtp::RtpHeader header = state_.header(state_.rtp_timestamp);
  header.marker = event.marker;
  rtp::PacketExtensions extensions;
  extensions.block = rtp::BlockId{static_cast<std::uint16_t>(next_block_), 0};
  std::array<std::uint8_t, rtp::kMaxAudioHeaderBytes> head;
  pcmu_encode(samples_, codes_);
  const CallClock::View clock = config_.clock->view();
  event.sent = sink_.now();
  extensions.sent_conference = clock.to_conference(event.sent);
  const std::size_t head_bytes = rtp::write_audio_header(head, header, extensions, config_.ids);
  const std::span codes = std::span(codes_).first(code_bytes(head_bytes));
  event.error = sink_.send({{head.data(), head_bytes}, codes, event.sequence, event.sent});
  event.accepted = event.error == 0;
  event.size = static_cast<std::int32_t>(head_bytes + codes.size());
  if (clock.synchronised) event.sent_conference = extensions.sent_conference;
  push_sent(events_, event, sink_);
  sink_.collect_stamps(events_);

  progress_.back() = {due - block_length(), header.timestamp, state_.packets + 1,
                      state_.octets + static_cast<std::uint32_t>(codes.size())};
  progress_.publish();
  state_.sent(codes.size());
  state_.rtp_timestamp += static_cast<std::int64_t>(samples_.size());
  ++next_block_;
  first_ = false;
}

}  // namespace jitterscope
