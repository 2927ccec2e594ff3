#include "core/algorithms/playout/video_playout.h"

#include <cstdlib>

namespace jitterscope {
namespace {

constexpr std::int64_t kMaxFrameJump = 1000;
constexpr std::size_t kReports = 4 * VideoPlayout::kSlots;

}  // namespace

VideoPlayout::VideoPlayout(const PlayoutSetting& setting, Duration period) : policy_(setting, Medium::kVideo, period) {
  played_.reserve(kReports);
}

std::optional<VideoPlayout::Due> VideoPlayout::put(const VideoUnit& unit, Timestamp now) {
  clear_taken();
  const PlayoutArrival arrival{unit.frame, unit.source, unit.completed, true};
  if (newest_ && (std::abs(unit.frame - *newest_) > kMaxFrameJump || policy_.jumps_to(arrival))) restart();
  newest_ = std::max(newest_.value_or(unit.frame), unit.frame);
  const std::optional<Timestamp> planned = policy_.take(arrival);
  policy_.note(held_, false, unit.completed);
  Timestamp playout = planned.value_or(unit.completed) + held_;
  if (!planned || playout < unit.completed || (last_played_ && unit.frame <= *last_played_)) {
    end(unit, planned ? PlayoutOutcome::kLate : PlayoutOutcome::kDropped, playout);
    return std::nullopt;
  }
  for (Queued& other : queue_) {  // frames are shown in order
    if (other.used && other.unit.frame < unit.frame) playout = std::max(playout, other.playout);
    if (other.used && other.unit.frame > unit.frame)
      other.playout = std::max(other.playout, playout + (other.unit.source - unit.source));
  }
  const std::size_t slot = free_slot(unit.bytes);
  queue_[slot] = {true, unit, playout};
  if (is_full(unit.bytes))  // for another like it
    queue_[first_index()].playout = std::min(queue_[first_index()].playout, now);
  return Due{unit.frame, slot, playout};
}

bool VideoPlayout::is_full(std::size_t bytes_more) const {
  std::size_t frames = 0, bytes = bytes_more;
  for (const Queued& queued : queue_)
    if (queued.used) ++frames, bytes += queued.unit.bytes;
  return frames == kSlots || (frames >= kLeastSlots && bytes > kMostBytes);
}

/// Of a queue that is still full the first frames give way.
std::size_t VideoPlayout::free_slot(std::size_t bytes) {
  while (is_full(bytes)) drop(queue_[first_index()]);
  std::size_t slot = 0;
  while (queue_[slot].used) ++slot;
  return slot;
}

/// kSlots when nothing waits.
std::size_t VideoPlayout::first_index() const {
  std::size_t first = kSlots;
  for (std::size_t i = 0; i < kSlots; ++i)
    if (queue_[i].used && (first == kSlots || queue_[i].unit.frame < queue_[first].unit.frame)) first = i;
  return first;
}

std::optional<Timestamp> VideoPlayout::next_due() const {
  const std::size_t first = first_index();
  if (first == kSlots) return std::nullopt;
  return queue_[first].playout;
}

std::optional<VideoPlayout::Due> VideoPlayout::pop_due(Timestamp now) {
  clear_taken();
  std::optional<std::size_t> newest;
  for (std::size_t due = first_index(); due < kSlots && queue_[due].playout <= now; due = first_index()) {
    if (newest) end(queue_[*newest].unit, PlayoutOutcome::kDropped, queue_[*newest].playout);
    queue_[due].used = false;
    newest = due;
  }
  if (!newest) return std::nullopt;
  const Queued& shown = queue_[*newest];
  last_played_ = shown.unit.frame;
  end(shown.unit, PlayoutOutcome::kPlayed, now);
  return Due{shown.unit.frame, *newest, shown.playout};
}

void VideoPlayout::restart() {
  clear_taken();
  for (std::size_t first = first_index(); first < kSlots; first = first_index()) drop(queue_[first]);
  newest_.reset();
  last_played_.reset();
  gaps_ = 0;
  in_gap_ = false;
  policy_.restart();
}

void VideoPlayout::drop(Queued& queued) {
  queued.used = false;
  end(queued.unit, PlayoutOutcome::kDropped, queued.playout);
}

void VideoPlayout::end(const VideoUnit& unit, PlayoutOutcome outcome, Timestamp playout) {
  const bool gap = outcome == PlayoutOutcome::kLate;
  gaps_ += gap && !in_gap_;
  in_gap_ = gap;
  if (played_.size() < kReports) played_.push_back({unit.ssrc, unit.frame, outcome, unit.completed, playout});
}

std::span<const FramePlayed> VideoPlayout::take_played() {
  taken_ = true;
  return played_;
}

void VideoPlayout::clear_taken() {
  if (taken_) played_.clear();
  taken_ = false;
}

PlayoutReport VideoPlayout::report(Timestamp now) const {
  PlayoutReport report;
  report.medium = Medium::kVideo;
  report.at = now;
  report.gaps = gaps_;
  Timestamp last = now;
  for (const Queued& queued : queue_)
    if (queued.used) last = std::max(last, queued.playout);
  report.level = last - now;
  return report;
}

}  // namespace jitterscope
