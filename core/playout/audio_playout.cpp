#include "core/playout/audio_playout.h"

#include <algorithm>
#include <cstdlib>

namespace jitterscope {
namespace {

constexpr std::int64_t kSampleNs = 125'000;  // 1/8000 s
constexpr std::int64_t kMaxSequenceJump = 1000;
constexpr std::int64_t kMaxTimestampJump = 8000;
constexpr std::int64_t kDeadBand = 16;  // 2 ms: smaller deviations from the delay are not worth a click

std::int64_t samples_of(Duration time) {
  return time.ns() / kSampleNs;
}

}  // namespace

AudioPlayout::AudioPlayout(const AudioPlayoutConfig& config)
    : config_(config), queue_(kSlots), samples_(kSlots * kMaxBlockSamples) {
  done_.reserve(2 * kMaxSequenceJump);
}

std::int64_t AudioPlayout::position(Timestamp time) {
  if (!origin_) origin_ = time;
  return samples_of(time - *origin_);
}

Timestamp AudioPlayout::time_at(std::int64_t position) const {
  return origin_.value_or(Timestamp{}) + Duration::ns(position * kSampleNs);
}

bool AudioPlayout::put(const AudioBlock& block) {
  clear_taken();
  if (block.sequence < 0 || block.samples.empty() || block.samples.size() > kMaxBlockSamples) return false;
  if (started_ && std::abs(block.sequence - newest_.sequence) > kMaxSequenceJump) restart(block.received);
  if (started_ && (block.sequence < next_ || queued(block.sequence))) return false;
  const std::int64_t now = std::max(position(block.received), written_);
  if (!started_) next_ = block.sequence;
  if (!started_ || leaps(block)) anchor(block, now);
  started_ = true;
  while (block.sequence - next_ >= static_cast<std::int64_t>(kSlots)) lose(next_++, now);
  enqueue(block, now);
  adjust(now);
  return true;
}

/// Whether the block's timestamp does not continue the stream: a jump, or the first after a silence.
bool AudioPlayout::leaps(const AudioBlock& block) const {
  const std::int64_t steps = block.sequence - newest_.sequence;
  const std::int64_t off = block.rtp_timestamp - (newest_.rtp_timestamp + steps * newest_.size);
  return steps > 0 && (std::abs(off) > kMaxTimestampJump || (block.marker && off != 0));
}

/// Lets `block` play the nominal delay after its arrival, or right after what is queued already.
void AudioPlayout::anchor(const AudioBlock& block, std::int64_t now) {
  std::int64_t start = now + samples_of(config_.delay);
  for (const Queued& other : queue_)
    if (other.sequence >= 0) start = std::max(start, other.start + other.size);
  offset_ = block.rtp_timestamp - start;
  waits_ = {};
  waits_.begin = now;
  longest_before_ = 0;
}

void AudioPlayout::enqueue(const AudioBlock& block, std::int64_t now) {
  Queued entry;
  entry.sequence = block.sequence;
  entry.rtp_timestamp = block.rtp_timestamp;
  entry.start = block.rtp_timestamp - offset_;
  entry.size = static_cast<std::int64_t>(block.samples.size());
  entry.received = block.received;
  entry.late = entry.start < now;
  if (entry.late) {
    const std::int64_t most = samples_of(config_.delay + config_.max_extra_delay);
    const std::int64_t room = most - std::max(waits_.longest, longest_before_);
    const std::int64_t back = std::clamp<std::int64_t>(now - entry.start, 0, std::max<std::int64_t>(room, 0));
    move_back(back, entry.sequence);
    entry.start += back;
  }
  waits_.longest = std::max(waits_.longest, entry.start - now);
  waits_.shortest = std::min(waits_.shortest, entry.start - now);
  const std::size_t slot = slot_of(entry.sequence);
  queue_[slot] = entry;
  std::copy(block.samples.begin(), block.samples.end(),
            samples_.begin() + static_cast<std::ptrdiff_t>(slot * kMaxBlockSamples));
  ++queued_;
  if (newest_.sequence < 0 || entry.sequence > newest_.sequence) newest_ = entry;
}

/// Moves the timeline from block `from` on.
void AudioPlayout::move_back(std::int64_t samples, std::int64_t from) {
  offset_ -= samples;
  longest_before_ += samples;
  if (waits_.any()) waits_.longest += samples, waits_.shortest += samples;
  for (Queued& other : queue_)
    if (other.sequence >= from) other.start += samples;
}

/// Once per recover_after: back to the nominal delay when every block waited longer, or not one as long.
void AudioPlayout::adjust(std::int64_t now) {
  if (now - waits_.begin < samples_of(config_.recover_after)) return;
  const std::int64_t nominal = samples_of(config_.delay);
  std::int64_t move = 0;
  if (waits_.shortest > nominal + kDeadBand) move = nominal - waits_.shortest;
  if (waits_.longest < nominal - kDeadBand) move = nominal - waits_.longest;
  if (move != 0) move_back(move, next_);
  longest_before_ = waits_.longest;
  waits_ = {};
  waits_.begin = now;
}

std::size_t AudioPlayout::render(Timestamp now, std::span<std::int16_t> out) {
  clear_taken();
  const std::int64_t due = std::max<std::int64_t>(position(now) - written_, 0);
  out = out.first(std::min(out.size(), static_cast<std::size_t>(due)));
  const std::size_t total = out.size();
  while (!out.empty()) {
    Queued* block = next_queued();
    const auto left = static_cast<std::int64_t>(out.size());
    if (!block || block->start > written_) {
      const std::int64_t silence = block ? std::min(left, block->start - written_) : left;
      std::fill_n(out.begin(), silence, std::int16_t{0});
      advance(silence, out);
      continue;
    }
    begin(*block);
    const std::int64_t from = written_ - block->start;
    const std::int64_t count = std::clamp<std::int64_t>(block->size - from, 0, left);
    const auto first = static_cast<std::ptrdiff_t>(slot_of(block->sequence) * kMaxBlockSamples) + from;
    if (count > 0) std::copy_n(samples_.begin() + first, count, out.begin());
    advance(count, out);
    if (written_ >= block->start + block->size) remove(*block);
  }
  return total;
}

void AudioPlayout::advance(std::int64_t samples, std::span<std::int16_t>& out) {
  written_ += samples;
  out = out.subspan(static_cast<std::size_t>(samples));
}

/// The turn of `block` has come: it is reported, and what is missing before it as lost.
void AudioPlayout::begin(Queued& block) {
  for (; next_ < block.sequence; ++next_) lose(next_, block.start - (block.sequence - next_) * newest_.size);
  if (block.begun) return;
  block.begun = true;
  report({config_.ssrc, block.sequence, block.late ? PlayoutOutcome::kLate : PlayoutOutcome::kPlayed, block.received,
          time_at(written_)});
}

void AudioPlayout::remove(Queued& block) {
  next_ = block.sequence + 1;
  block.sequence = -1;
  --queued_;
}

/// Reports a block that will not be played (any more).
void AudioPlayout::lose(std::int64_t sequence, std::int64_t position) {
  Queued* block = queued(sequence);
  if (!block) {
    report({config_.ssrc, sequence, PlayoutOutcome::kLost, std::nullopt, time_at(position)});
    return;
  }
  if (!block->begun) report({config_.ssrc, sequence, PlayoutOutcome::kLost, block->received, time_at(position)});
  block->sequence = -1;
  --queued_;
}

void AudioPlayout::restart(Timestamp now) {
  clear_taken();
  for (; queued_ > 0; ++next_)
    if (queued(next_)) lose(next_, position(now));
  started_ = false;
  newest_ = {};
}

void AudioPlayout::report(const AudioBlockDone& block) {
  if (done_.size() < done_.capacity()) done_.push_back(block);
}

std::span<const AudioBlockDone> AudioPlayout::take_done() {
  taken_ = true;
  return done_;
}

void AudioPlayout::clear_taken() {
  if (taken_) done_.clear();
  taken_ = false;
}

AudioPlayout::Queued* AudioPlayout::queued(std::int64_t sequence) {
  Queued& entry = queue_[slot_of(sequence)];
  return entry.sequence == sequence ? &entry : nullptr;
}

AudioPlayout::Queued* AudioPlayout::next_queued() {
  if (queued_ == 0) return nullptr;
  for (std::int64_t sequence = next_; sequence < next_ + static_cast<std::int64_t>(kSlots); ++sequence)
    if (Queued* block = queued(sequence)) return block;
  return nullptr;
}

Duration AudioPlayout::extra_delay() const {
  const std::int64_t longest = std::max(waits_.longest, longest_before_);
  return Duration::ns(std::max<std::int64_t>(longest - samples_of(config_.delay), 0) * kSampleNs);
}

}  // namespace jitterscope
