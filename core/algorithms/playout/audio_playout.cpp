#include "core/algorithms/playout/audio_playout.h"

#include <limits>

#include "core/base/units/media_time.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kRate = 8000;
constexpr std::int64_t kSampleNs = 1'000'000'000 / kRate;
constexpr std::int64_t kMaxTimestamp = std::int64_t{1} << 45;  // 139 years; in ns it fits
constexpr int kQuietPeak = 300;                                // of 32767: room noise
constexpr Duration kHoldStep = Duration::ms(2), kHoldStepEvery = Duration::ms(200);

constexpr Duration duration_of(std::int64_t samples) {
  return media_time(samples, kRate);
}

bool quiet(std::span<const std::int16_t> samples) {
  return std::all_of(samples.begin(), samples.end(), [](int sample) { return std::abs(sample) < kQuietPeak; });
}

}  // namespace

AudioPlayout::AudioPlayout(const AudioPlayoutConfig& config)
    : config_(config), policy_(config.setting, Medium::kAudio, config.period), entries_(kSlots), samples_(kRing) {
  done_.reserve(kSlots + kMostLost);
}

std::int64_t AudioPlayout::position(Timestamp time) {
  if (!origin_) origin_ = time;
  return (time - *origin_).ns() / kSampleNs;
}

Timestamp AudioPlayout::time_at(std::int64_t position) const {
  return origin_.value_or(Timestamp{}) + duration_of(position);
}

AudioPlayout::Entry* AudioPlayout::find(std::int64_t sequence) {
  Entry& entry = slot(sequence);
  return entry.sequence == sequence ? &entry : nullptr;
}

bool AudioPlayout::put(const AudioBlock& block) {
  clear_taken();
  if (block.sequence < 0 || block.samples.empty() || block.samples.size() > kMaxBlockSamples) return false;
  if (std::abs(block.rtp_timestamp) > kMaxTimestamp) return false;
  const PlayoutArrival arrival{block.sequence, duration_of(block.rtp_timestamp), block.received, block.marker};
  const std::int64_t ahead = block.sequence - newest_;
  const bool jumps = std::abs(ahead) > kMostLost || (started_ && !losses_.take(ahead - 1, block.received));
  if (started_ && (jumps || policy_.jumps_to(arrival) || overflows(block))) {
    restart(block.received);
    begin_stream(ahead > 0 && !jumps ? newest_ + 1 : block.sequence);
  }
  const Entry* known = find(block.sequence);
  if (known && known->state != State::kMissing) return false;
  if (!started_) begin_stream(block.sequence);
  newest_ = std::max(newest_, block.sequence);
  if (!begun_ && block.sequence >= earliest_ && block.sequence < next_) next_ = unresolved_ = block.sequence;
  const std::optional<Timestamp> planned = policy_.take(arrival);
  step_hold(block);
  policy_.note(held_, block.marker, block.received);
  return place(block, planned);
}

void AudioPlayout::skip(std::int64_t sequence) {
  if (!started_ || sequence < unresolved_ || sequence - unresolved_ >= kSlots) return;
  const Entry* known = find(sequence);
  if (known && known->state != State::kMissing) return;
  Entry& entry = slot(sequence);
  entry = {};
  entry.sequence = sequence;
}

void AudioPlayout::begin_stream(std::int64_t sequence) {
  started_ = true;
  earliest_ = sequence > newest_ ? newest_ + 1 : sequence;
  newest_ = next_ = unresolved_ = sequence;
}

/// Whether a block would be overwritten that waits.
bool AudioPlayout::overflows(const AudioBlock& block) {
  const std::int64_t oldest = block.rtp_timestamp + static_cast<std::int64_t>(block.samples.size()) - kRing;
  for (std::int64_t sequence = next_; queued_ > 0 && sequence < block.sequence; ++sequence) {
    const Entry* entry = find(sequence);
    if (entry && entry->state == State::kQueued) return entry->media < oldest || block.sequence - sequence >= kSlots;
  }
  return false;
}

void AudioPlayout::step_hold(const AudioBlock& block) {
  const Duration off = wanted_hold_ - held_;
  if (off == Duration{}) return;
  Duration most = kHoldStep;
  if (quiet(block.samples))
    most = duration_of(static_cast<std::int64_t>(block.samples.size())) / 2;
  else if (!block.marker && block.received - last_hold_step_ < kHoldStepEvery)
    return;
  held_ += block.marker ? off : std::clamp(off, -most, most);
  last_hold_step_ = block.received;
}

/// Into the queue, or ends it.
bool AudioPlayout::place(const AudioBlock& block, std::optional<Timestamp> planned) {
  make_room(block.sequence);
  const Timestamp playout = planned.value_or(block.received) + held_;
  const std::int64_t start = position(playout);
  const bool over = block.sequence < next_ || start + static_cast<std::int64_t>(block.samples.size()) <= written_;
  if (planned && playout >= block.received && !over) {
    enqueue(block, start);
    return true;
  }
  if (block.sequence < unresolved_) return false;  // was reported as lost
  Entry& entry = slot(block.sequence);
  entry.sequence = block.sequence;
  entry.received = block.received;
  finish(entry, planned ? PlayoutOutcome::kLate : PlayoutOutcome::kDropped, playout);
  if (planned) entry.state = State::kLate;
  return false;
}

/// Ends what would be overwritten; none of it waits.
void AudioPlayout::make_room(std::int64_t sequence) {
  while (sequence - unresolved_ >= kSlots) {
    if (unresolved_ == next_) pass(next_++, written_);
    resolve(unresolved_ + 1);
  }
}

void AudioPlayout::enqueue(const AudioBlock& block, std::int64_t start) {
  Entry& entry = slot(block.sequence);
  const auto size = static_cast<std::int64_t>(block.samples.size());
  entry = {block.sequence, State::kQueued, block.rtp_timestamp, size, start, block.received};
  ++queued_;
  for (std::int64_t i = 0; i < size; ++i) ring(entry.media + i) = block.samples[static_cast<std::size_t>(i)];
  // A delay that grew also holds for what was made later and came earlier.
  const std::int64_t offset = start - entry.media;
  for (std::int64_t sequence = block.sequence + 1; sequence <= newest_; ++sequence) {
    Entry* later = find(sequence);
    if (later && later->state == State::kQueued) later->start = std::max(later->start, later->media + offset);
  }
}

std::size_t AudioPlayout::render(Timestamp now, std::span<std::int16_t> out) {
  clear_taken();
  const std::int64_t due = std::max<std::int64_t>(position(now) - written_, 0);
  out = out.first(std::min(out.size(), static_cast<std::size_t>(due)));
  const std::size_t total = out.size();
  while (!out.empty()) {
    const std::int64_t next_turn = take_turn();
    const auto count = std::min(static_cast<std::int64_t>(out.size()), next_turn - written_);
    const auto part = out.first(static_cast<std::size_t>(count));
    out = out.subspan(part.size());
    play(part);
  }
  resolve(0);
  return total;
}

/// Begins the newest block whose time has come; those before it are passed. Returns when the next one's time comes.
std::int64_t AudioPlayout::take_turn() {
  Entry* due = nullptr;
  std::int64_t next_turn = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t sequence = next_; queued_ > 0 && sequence <= newest_; ++sequence) {
    Entry* entry = find(sequence);
    if (!entry || entry->state != State::kQueued) continue;
    if (entry->start <= written_)
      due = entry;
    else
      next_turn = std::min(next_turn, entry->start);
  }
  if (due) begin(*due);
  return next_turn;
}

void AudioPlayout::begin(Entry& entry) {
  for (; next_ < entry.sequence; ++next_) pass(next_, entry.start - (entry.sequence - next_) * entry.size);
  ++next_;
  --queued_;
  begun_ = true;
  in_gap_ = false;
  playing_ = entry;
  finish(entry, PlayoutOutcome::kPlayed, time_at(written_));
}

/// The turn of a block is over, and it was not played.
void AudioPlayout::pass(std::int64_t sequence, std::int64_t turn) {
  Entry* entry = find(sequence);
  if (entry && entry->state == State::kQueued) {
    --queued_;
    finish(*entry, PlayoutOutcome::kDropped, time_at(entry->start));
  }
  if (entry && entry->state == State::kOver) return;
  if (!entry) {
    Entry& missing = slot(sequence);
    missing = {};
    missing.sequence = sequence;
    missing.state = State::kMissing;
    missing.start = turn;
  }
  ++concealed_;
  gaps_ += !in_gap_;
  in_gap_ = true;
}

/// Ends what is missing: all before `before`, and what has been missing for long.
void AudioPlayout::resolve(std::int64_t before) {
  for (; unresolved_ < next_; ++unresolved_) {
    Entry* entry = find(unresolved_);
    if (!entry || entry->state != State::kMissing) continue;
    if (unresolved_ >= before && duration_of(written_ - entry->start) <= kLostAfter) return;
    entry->state = State::kOver;
    report_done({config_.ssrc, entry->sequence, PlayoutOutcome::kLost, std::nullopt, time_at(entry->start)});
  }
}

/// Real sound as far as the present block reaches, then concealment.
void AudioPlayout::play(std::span<std::int16_t> out) {
  const std::int64_t from = written_ - playing_.start;
  const std::int64_t real = std::clamp<std::int64_t>(playing_.size - from, 0, static_cast<std::int64_t>(out.size()));
  const std::int64_t media = playing_.media + from;
  const auto sound = out.first(static_cast<std::size_t>(real));
  for (std::size_t i = 0; i < sound.size(); ++i) sound[i] = ring(media + static_cast<std::int64_t>(i));
  if (real > 0) {
    concealment_.play(sound, heard_until_ == written_ && heard_media_ == media, sound);
    heard_until_ = written_ + real;
    heard_media_ = media + real;
  }
  concealment_.fill(out.subspan(sound.size()));
  written_ += static_cast<std::int64_t>(out.size());
}

void AudioPlayout::finish(Entry& entry, PlayoutOutcome outcome, Timestamp playout) {
  entry.state = State::kOver;
  report_done({config_.ssrc, entry.sequence, outcome, entry.received, playout});
}

void AudioPlayout::end() {
  clear_taken();
  resolve(next_);
}

void AudioPlayout::restart(Timestamp now) {
  clear_taken();
  if (!started_) return;
  const std::int64_t here = position(now);
  for (; queued_ > 0; ++next_) {
    Entry* entry = find(next_);
    if (!entry) {
      pass(next_, here);
    } else if (entry->state == State::kQueued) {
      --queued_;
      finish(*entry, PlayoutOutcome::kDropped, time_at(here));
    }
  }
  resolve(next_);
  std::fill(entries_.begin(), entries_.end(), Entry{});
  started_ = begun_ = in_gap_ = false;
  concealed_ = gaps_ = 0;
  playing_ = {};
  policy_.restart();
}

PlayoutReport AudioPlayout::report(Timestamp now) const {
  PlayoutReport report;
  report.medium = Medium::kAudio;
  report.at = now;
  report.concealed = concealed_;
  report.gaps = gaps_;
  std::int64_t samples = std::max<std::int64_t>(playing_.size - (written_ - playing_.start), 0);
  for (const Entry& entry : entries_)
    if (entry.sequence >= 0 && entry.state == State::kQueued) samples += entry.size;
  report.level = duration_of(samples);
  return report;
}

void AudioPlayout::report_done(const AudioBlockDone& block) {
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

}  // namespace jitterscope
