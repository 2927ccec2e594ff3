#include "core/measures/tracks/participant/peer_track.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr Duration kRateLength = Duration::seconds(4), kRateSilent = Duration::seconds(2),
                   kShortestRate = Duration::ms(500);
constexpr std::size_t kMaxRateSummaries = 64, kMaxRecentSummaries = 256;

/// Of what was expected from one to the other.
std::optional<double> loss_ratio(const PeerSummary& from, const PeerSummary& to) {
  const std::int64_t expected = to.expected - from.expected;
  if (expected <= 0) return std::nullopt;
  return std::clamp(static_cast<double>(to.lost - from.lost) / static_cast<double>(expected), 0.0, 1.0);
}

}  // namespace

void PeerTrack::add(const PeerSummary& s) {
  const PeerSummary& one_before = last_ ? *last_ : before_;
  if (!began_ || s.expected < one_before.expected) began_ = s.at;
  if (span_.is_before(s.at)) {
    before_ = s;
    return;
  }
  if (s.expected < before_.expected) before_ = {};  // a new stream
  if (s.interarrival_stddev_ms) stddev_.add(at_s(s.at), *s.interarrival_stddev_ms);
  if (s.jitter_ms) jitter_.add(at_s(s.at), *s.jitter_ms);
  rate_.add(at_s(s.at), s.rate_kbps);
  if (s.at - *began_ >= kRateSpan) rates_.add(s.rate_kbps);
  const PeerSummary& from = last_ ? *last_ : before_;
  if (s.expected > from.expected) {
    const auto expected = static_cast<double>(s.expected - from.expected);
    loss_.add(at_s(s.at), std::clamp(100 * static_cast<double>(s.lost - from.lost) / expected, 0.0, 100.0));
  }
  if (!frames_.empty() &&
      (frames_.back().second > s.frames_complete || (!span_.from && s.at - frames_.back().first > kReportHolds)))
    frames_.clear();  // a new stream, or one of so long ago that it may be
  frames_.emplace_back(s.at, s.frames_complete);
  if (!span_.from) forget_old_frames();
  if (!recent_.empty() && recent_.back().expected > s.expected) recent_.clear();  // a new stream
  recent_.push_back(s);
  while (recent_.size() > kMaxRecentSummaries || (recent_.size() > 1 && s.at - recent_[1].at >= span_.recent()))
    recent_.pop_front();
  last_ = s;
}

/// Its frame begins when it is told, whatever packet is told first.
void PeerTrack::add(const PeerPacket& packet) {
  if (packet.ssrc != arriving_ || packet.frame < arrived_frame_) arrivals_.clear();
  arriving_ = packet.ssrc;
  arrived_frame_ = packet.frame;
  arrivals_.add(packet.frame, packet.block, Timestamp{} + packet.offset, at_s(packet.at));
}

/// What is older than the length of a rate stays only while nothing newer makes one.
void PeerTrack::forget_old_frames() {
  const auto age = [&](std::size_t i) { return frames_.back().first - frames_[i].first; };
  while (frames_.size() > kMaxRateSummaries || (frames_.size() > 1 && age(0) > kRateLength && age(1) >= kShortestRate))
    frames_.pop_front();
}

/// Without a report for longer than this, a rate is not of now: longer where reports are rare, as behind a full queue.
Duration PeerTrack::silent() const {
  Duration longest;
  for (std::size_t i = 1; i < frames_.size(); ++i) longest = std::max(longest, frames_[i].first - frames_[i - 1].first);
  return std::clamp(longest * 7 / 5, kRateSilent, kReportHolds);
}

std::optional<double> PeerTrack::frames_per_second(Timestamp now) const {
  if (frames_.empty() || (!span_.from && now - frames_.back().first > silent())) return std::nullopt;
  const Timestamp first_at = frames_.front().first;
  if (frames_.back().first - first_at < kShortestRate) return std::nullopt;
  // The slope of the line through all counts: their ends alone are off by up to a frame each.
  const auto n = static_cast<double>(frames_.size());
  double times = 0, counts = 0, products = 0, squares = 0;
  for (const auto& [at, count] : frames_) {
    times += (at - first_at).seconds() / n;
    counts += static_cast<double>(count - frames_.front().second) / n;
  }
  for (const auto& [at, count] : frames_) {
    const double off = (at - first_at).seconds() - times;
    products += off * (static_cast<double>(count - frames_.front().second) - counts);
    squares += off * off;
  }
  return products / squares;
}

std::optional<PeerView> PeerTrack::view(Timestamp now) const {
  if (!last_) return std::nullopt;
  const PeerSummary& s = *last_;
  PeerView view;
  view.medium = s.medium;
  view.packets = s.packets - before_.packets;
  view.lost = s.lost - before_.lost;
  view.duplicates = s.duplicates - before_.duplicates;
  view.reordered = s.reordered - before_.reordered;
  view.frames_complete = s.frames_complete - before_.frames_complete;
  view.frames_lost = s.frames_lost - before_.frames_lost;
  if (s.frames_late) view.frames_late = *s.frames_late - before_.frames_late.value_or(0);
  view.frames_per_second = frames_per_second(now);
  view.loss_ratio = loss_ratio(before_, s);
  view.recent_loss_ratio = span_.from ? view.loss_ratio : loss_ratio(recent_.front(), s);
  view.interarrival_mean_ms = s.interarrival_mean_ms;
  view.interarrival_stddev_ms = s.interarrival_stddev_ms;
  view.jitter_ms = s.jitter_ms;
  view.delay_mean_ms = s.delay_mean_ms;
  view.delay_p95_ms = s.delay_p95_ms;
  view.rate_kbps = span_.from ? rates_.mean().value_or(s.rate_kbps) : s.rate_kbps;
  view.age_s = (now - s.at).seconds();
  view.interarrival_stddev_series = stddev_.points();
  view.jitter_series = jitter_.points();
  view.loss_series = loss_.points();
  view.rate_series = rate_.points();
  view.last_packets = arrivals_.dots();
  view.ssrc = arriving_;
  return view;
}

}  // namespace jitterscope
