#include "core/measures/definitions/delay_splitter.h"

#include <algorithm>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::size_t kMostPending = 1024;
constexpr Duration kSettle = Duration::seconds(1);  // a picture may wait for a busy screen
constexpr Duration kAbsurd = Duration::seconds(3600), kStampTolerance = Duration::ms(1);
constexpr std::int64_t kFarthestTime = std::int64_t{1} << 61;  // a damaged trace may hold more

bool within_reach(Timestamp time) {
  return time.ns() > -kFarthestTime && time.ns() < kFarthestTime;
}

/// Absent when an end is, or when no packet under way can take so long.
std::optional<Duration> plausible_between(std::optional<Timestamp> begin, std::optional<Timestamp> end) {
  if (!begin || !end || !within_reach(*begin) || !within_reach(*end)) return std::nullopt;
  const Duration length = *end - *begin;
  return length > -kAbsurd && length < kAbsurd ? std::optional(length) : std::nullopt;
}

/// Without a stamp at one of its ends its time is in the link.
bool is_within_link(DelayPart part) {
  return part == DelayPart::kSocket || part == DelayPart::kQueue || part == DelayPart::kKernel;
}

/// Leaves out parts that run backwards by more than their stamps' error, the link's by more than the clocks' bound too,
/// or that no unit can take. Whether there were any: then nothing is known of the whole.
bool leave_out_impossible(DelaySplit& split) {
  bool any = false;
  for (std::size_t i = 0; i < kDelayParts; ++i) {
    const auto part = static_cast<DelayPart>(i);
    const double error_ms = kStampTolerance.ms() + (part == DelayPart::kLink ? split.clock_bound_ms.value_or(0) : 0);
    if (!split.parts[i] || (split.parts[i]->ms() >= -error_ms && *split.parts[i] < kAbsurd)) continue;
    split.parts[i].reset();
    if (is_within_link(part)) split.part(DelayPart::kLink).reset();  // it was what these leave
    any = true;
  }
  if (!split.part(DelayPart::kLink)) split.clock_bound_ms.reset();
  return any;
}

bool is_plausible(const SenderTimes& times) {
  const auto within = [](Duration d, Duration lowest) { return d >= lowest && d < kAbsurd; };
  return within(times.capture, {}) && within(times.encode, {}) && within(times.shaper, {}) &&
         within(times.waiting, {}) && within(times.socket.value_or(Duration{}), -kStampTolerance) &&
         within(times.queue.value_or(Duration{}), -kStampTolerance) && within_reach(times.at);
}

}  // namespace

void DelaySplitter::look_at(Timestamp at) {
  if (within_reach(at)) now_ = std::max(now_, at);
}

DelaySplitter::Pending* DelaySplitter::find(std::int64_t frame, std::optional<std::uint32_t> ssrc) {
  if (!highest_ || frame > *highest_) return nullptr;  // new, as most are
  for (auto entry = pending_.rbegin(); entry != pending_.rend(); ++entry)
    if (entry->frame == frame && (!ssrc || !entry->ssrc || entry->ssrc == ssrc)) return &*entry;
  return nullptr;
}

DelaySplitter::Pending& DelaySplitter::find_or_add(std::int64_t frame, std::optional<std::uint32_t> ssrc,
                                                   Timestamp at) {
  look_at(at);
  Pending* found = find(frame, ssrc);
  if (!found) {
    found = &pending_.emplace_back();
    found->frame = frame;
    found->place = places_++;
    found->began = now_;
    highest_ = std::max(highest_.value_or(frame), frame);
  }
  if (ssrc) found->ssrc = ssrc;
  return *found;
}

void DelaySplitter::add(const PacketArrived& packet) {
  if (packet.medium != medium_ || packet.duplicate || !within_reach(packet.received)) return;
  const bool video = medium_ == Medium::kVideo;
  if (video && !packet.frame) return;
  Pending& frame = find_or_add(video ? *packet.frame : packet.sequence, packet.ssrc, packet.received);
  if (frame.completed) return;
  if (packet.block && packet.frame) frame.number = static_cast<std::uint16_t>(*packet.frame);
  frame.last = Packet{packet.block, packet.received, packet.kernel, packet.received_conference, packet.sent_conference};
  if (packet.marker || !video) frame.marked = frame.last;
}

void DelaySplitter::add(const FrameDone& done) {
  if (medium_ != Medium::kVideo) return;
  const bool whole = done.outcome == FrameOutcome::kComplete || done.outcome == FrameOutcome::kPatched;
  if (whole) {
    Pending& frame = find_or_add(done.frame, done.ssrc, done.completed);
    frame.completed = done.completed;
    frame.done |= done.discarded_late;
  } else if (Pending* frame = find(done.frame, done.ssrc)) {
    frame->given_up = true;
  }
}

void DelaySplitter::add(const FrameDecoded& decoded) {
  if (medium_ != Medium::kVideo) return;
  Pending& frame = find_or_add(decoded.frame, decoded.ssrc, decoded.decode_end);
  frame.done = true;
  frame.decoder_free = std::exchange(decoder_free_, decoded.decode_end);
  if (!decoded.ok) return;
  frame.decode_begin = decoded.decode_begin;
  frame.decode_end = decoded.decode_end;
}

void DelaySplitter::add(const FramePlayed& played) {
  if (medium_ != Medium::kVideo) return;
  holds_ = true;
  Pending* pending = find(played.frame, played.ssrc);
  if (!pending) return;
  pending->ended = true;
  if (played.outcome == PlayoutOutcome::kPlayed) pending->playout = played.playout;
}

void DelaySplitter::add(const FrameShown& shown) {
  if (medium_ == Medium::kVideo) find_or_add(shown.frame, {}, shown.shown).shown = shown.shown;
}

void DelaySplitter::add(const AudioBlockDone& block) {
  if (medium_ != Medium::kAudio) return;
  Pending* pending = find(block.sequence, block.ssrc);
  if (!pending) return;
  pending->done = true;
  if (block.outcome != PlayoutOutcome::kPlayed) return;
  pending->playout = block.handed.value_or(block.playout);
  pending->speaker = block.speaker;
}

void DelaySplitter::add(const SenderTimes& times) {
  if (times.medium != medium_ || !is_plausible(times)) return;
  look_at(times.at);
  const auto number = static_cast<std::uint16_t>(times.frame);
  for (auto entry = pending_.rbegin(); entry != pending_.rend(); ++entry) {
    if (entry->number != number || entry->ssrc != times.ssrc) continue;
    entry->times = times;
    told_ = true;
    told_through_ = std::max(told_through_, entry->place);
    return;
  }
}

void DelaySplitter::add(const ClockSynced& clock) {
  look_at(clock.at);
  bound_ms_ = clock.synchronised ? std::optional(clock.bound_ms) : std::nullopt;
}

/// The remote tells in order: what comes before one that it told of will not be told.
bool DelaySplitter::is_settled(const Pending& pending) const {
  const Duration age = now_ - pending.began;
  if (finished_ || pending.given_up || age >= kHold || pending_.size() > kMostPending) return true;
  const bool ended = pending.ended || !holds_ || !pending.decode_end;
  return pending.done && ended && age >= kSettle && (pending.times || pending.place < told_through_);
}

bool DelaySplitter::is_worth_telling(const Pending& pending) const {
  return pending.last && !pending.given_up && (medium_ == Medium::kAudio || pending.completed);
}

std::optional<DelaySplit> DelaySplitter::next() {
  while (!pending_.empty() && is_settled(pending_.front())) {
    const Pending settled = pending_.front();
    pending_.pop_front();
    if (is_worth_telling(settled)) return split(settled);
  }
  return std::nullopt;
}

DelaySplit DelaySplitter::split(const Pending& pending) const {
  DelaySplit split;
  split.medium = medium_;
  split.ssrc = pending.ssrc.value_or(0);
  split.frame = pending.frame;
  split.at = pending.last->received;
  sender_parts(pending, split);
  receiver_parts(pending, split);
  bool unbroken = !leave_out_impossible(split);
  owners(pending, split);
  Duration sum;
  for (std::size_t i = 0; i < kDelayParts; ++i) {
    const auto part = static_cast<DelayPart>(i);
    if (!split.parts[i]) unbroken &= is_within_link(part);
    if (!split.parts[i]) continue;
    sum += *split.parts[i];
    split.last = part;
    if (unbroken && part >= DelayPart::kPlayout) split.whole = sum;
  }
  return split;
}

/// The remote end describes the packet that ends the frame. When another one came last, its departure is known by the
/// two send times, but not its way through the remote kernel: that is in the link then, as without stamps.
void DelaySplitter::sender_parts(const Pending& pending, DelaySplit& split) const {
  if (!pending.times) return;
  const SenderTimes& times = *pending.times;
  const Packet& last = *pending.last;
  split.part(DelayPart::kCapture) = times.capture;
  split.part(DelayPart::kEncode) = times.encode;
  if (last.block == times.block) {
    split.part(DelayPart::kShaper) = times.shaper;
    split.part(DelayPart::kSocket) = times.socket;
    if (times.socket) split.part(DelayPart::kQueue) = times.queue;
  } else {
    if (!pending.marked || pending.marked->block != times.block) return;
    const auto later = plausible_between(pending.marked->sent_conference, last.sent_conference);
    if (!later) return;
    split.part(DelayPart::kShaper) = times.shaper + *later;
  }
  const auto transit = plausible_between(last.sent_conference, last.received_conference),
             up = plausible_between(last.kernel, last.received);
  if (!transit || !bound_ms_) return;
  const auto taken = [&](DelayPart part) { return split.part(part).value_or(Duration{}); };
  split.part(DelayPart::kLink) =
      *transit - up.value_or(Duration{}) - taken(DelayPart::kSocket) - taken(DelayPart::kQueue);
  split.clock_bound_ms = bound_ms_;
}

void DelaySplitter::receiver_parts(const Pending& pending, DelaySplit& split) const {
  const Packet& last = *pending.last;
  split.part(DelayPart::kKernel) = plausible_between(last.kernel, last.received);
  if (medium_ == Medium::kAudio) {
    split.part(DelayPart::kReassembly) = split.part(DelayPart::kDecode) = Duration{};
    split.part(DelayPart::kPlayout) = plausible_between(last.received, pending.playout);
    if (split.part(DelayPart::kPlayout)) split.part(DelayPart::kDisplay) = pending.speaker;
    return;
  }
  split.part(DelayPart::kReassembly) = plausible_between(last.received, pending.completed);
  split.part(DelayPart::kDecode) = plausible_between(pending.completed, pending.decode_end);
  // Without a playout pictures are shown at once.
  const auto handed_over = holds_ ? pending.playout : pending.decode_end;
  split.part(DelayPart::kPlayout) = plausible_between(pending.decode_end, handed_over);
  split.part(DelayPart::kDisplay) = plausible_between(handed_over, pending.shown);
}

void DelaySplitter::owners(const Pending& pending, DelaySplit& split) const {
  std::optional<Duration> decode_wait = Duration{};
  if (medium_ == Medium::kVideo) {  // not while the decoder was at work on the frame before
    decode_wait = plausible_between(pending.completed, pending.decode_begin);
    const auto idle = plausible_between(pending.decoder_free, pending.decode_begin);
    if (decode_wait && idle) decode_wait = std::max(std::min(*decode_wait, *idle), Duration{});
  }
  const auto& socket = split.part(DelayPart::kSocket);
  const auto& kernel = split.part(DelayPart::kKernel);
  const auto& queue = split.part(DelayPart::kQueue);
  const auto& link = split.part(DelayPart::kLink);
  if (pending.times && decode_wait) split.waiting = pending.times->waiting + *decode_wait;
  if (split.waiting && socket && kernel) split.system = *socket + *kernel + *split.waiting;
  if (queue && link && kernel) split.network = *queue + *link;
}

}  // namespace jitterscope
