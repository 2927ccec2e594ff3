#include "core/call/pipeline/audio_sender.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "core/algorithms/media/pcmu.h"
#include "core/algorithms/rtp/fragmenter.h"
#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr auto kMicrophoneWait = std::chrono::milliseconds(50);

}  // namespace

AudioSender::AudioSender(UdpSocket& socket, EventRings& rings, PublishedLevel& level, const AudioSenderConfig& config)
    : socket_(socket),
      events_(rings.of(ThreadRole::kAudioSend)),
      level_(level),
      config_(config),
      muted_(config.muted),
      block_size_(config.block_size),
      state_(config.start),
      stamps_(Medium::kAudio, config.start.ssrc),
      samples_(kLargestAudioBlock),
      codes_(kLargestAudioBlock) {
  set_destination(config.far_end);
}

AudioSender::~AudioSender() = default;

void AudioSender::set_source(std::unique_ptr<AudioSource> source, AudioRing* microphone) {
  thread_.reset();
  // What the thread did not take over any more is in force now: nobody else writes to its ring meanwhile.
  muted_.take(monotonic_now(), push());
  take_settings();
  source_ = std::move(source);
  microphone_ = microphone;
  first_ = true;
  if (!source_ && !microphone_) return;
  thread_ = std::make_unique<RealtimeThread>(ThreadRole::kAudioSend, config_.priority, [this](std::stop_token stop) {
    if (source_)
      paced_loop(stop);
    else
      microphone_loop(stop);
    push_last_stamps(socket_, stamps_, events_);
  });
}

void AudioSender::set_destination(const SocketAddress& far_end) {
  destination_.put(far_end);
}

/// Between two blocks. Never allocates: the vectors were as large as they get.
void AudioSender::take_settings() {
  block_size_.take(monotonic_now(), push());
  const auto size = static_cast<std::size_t>(block_size_.value());
  samples_.resize(size);
  codes_.resize(size);
}

Duration AudioSender::block_length() const {
  return Duration::ns(static_cast<std::int64_t>(samples_.size()) * 1'000'000'000 / kAudioSampleRate);
}

void AudioSender::paced_loop(std::stop_token stop) {
  Timestamp deadline = monotonic_now();
  source_->begin_at(deadline);
  while (!stop.stop_requested()) {
    take_settings();
    deadline += block_length();  // a block is complete when its last sample is
    source_->fetch(samples_);
    const Timestamp woke = sleep_until(deadline, config_.spin);
    events_.push(ThreadWoke{ThreadRole::kAudioSend, deadline, woke});
    send_block(deadline);
  }
}

void AudioSender::microphone_loop(std::stop_token stop) {
  AudioChunk chunk;
  while (microphone_->pop(chunk)) {}  // what was captured before the call is not sent
  std::size_t filled = 0;
  while (!stop.stop_requested()) {
    const bool captured = microphone_->pop_wait(chunk, kMicrophoneWait);
    push_stamps(socket_, stamps_, events_);
    if (!captured) continue;
    for (std::size_t taken = 0; taken < chunk.samples.size();) {
      if (filled == 0) take_settings();
      const std::size_t count = std::min(chunk.samples.size() - taken, samples_.size() - filled);
      std::copy_n(chunk.samples.begin() + static_cast<std::ptrdiff_t>(taken), count,
                  samples_.begin() + static_cast<std::ptrdiff_t>(filled));
      taken += count;
      filled += count;
      if (filled < samples_.size()) break;
      send_block(chunk.captured);
      filled = 0;
    }
  }
}

/// The stream's clock goes on while nothing is sent (RFC 3550 §5.1): the remote would take the block for a late one
/// else.
void AudioSender::skip_silence(Timestamp due) {
  if (!first_ || state_.packets == 0) return;
  const std::int64_t passed = (due - last_due_).ns() * kAudioSampleRate / 1'000'000'000;
  state_.rtp_timestamp += std::max<std::int64_t>(passed - static_cast<std::int64_t>(samples_.size()), 0);
}

void AudioSender::send_block(Timestamp due) {
  skip_silence(due);
  last_due_ = due;
  muted_.take(monotonic_now(), push());
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
  event.sent = monotonic_now();
  extensions.sent_conference = clock.to_conference(event.sent);
  const std::size_t head_bytes = rtp::write_audio_header(head, header, extensions, config_.ids);
  const std::array<iovec, 2> parts{iovec{head.data(), head_bytes}, iovec{codes_.data(), samples_.size()}};
  destination_.update();
  const StampedSend outcome = socket_.send_stamped(parts, destination_.front());
  if (outcome.id) stamps_.expect(*outcome.id, event.sequence, event.sent);
  event.error = outcome.error;
  copy_to_.update();
  if (copy_to_.front().size() > 0 && copies_) copies_->send(parts, copy_to_.front());
  event.accepted = event.error == 0;
  event.size = static_cast<std::int32_t>(head_bytes + samples_.size());
  if (clock.synchronised) event.sent_conference = extensions.sent_conference;
  events_.push(event);
  push_stamps(socket_, stamps_, events_);

  progress_.back() = {due - block_length(), header.timestamp, state_.packets + 1,
                      state_.octets + static_cast<std::uint32_t>(samples_.size())};
  progress_.publish();
  state_.sent(samples_.size());
  state_.rtp_timestamp += static_cast<std::int64_t>(samples_.size());
  ++next_block_;
  first_ = false;
}

}  // namespace jitterscope
