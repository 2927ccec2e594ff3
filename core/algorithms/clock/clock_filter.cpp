#include "core/algorithms/clock/clock_filter.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

/// How far a fence has given way, rounded up.
Duration room(Timestamp from, Timestamp now) {
  return Duration::ns(
      static_cast<std::int64_t>(std::ceil(ClockFences::kAdmittedRate * static_cast<double>((now - from).ns()))) + 1);
}

constexpr std::size_t kMostFences = 64;  // of a hull; in practice about ten
constexpr Duration kLongestRoundTrip = Duration::seconds(60);
constexpr std::int64_t kLatest = (std::int64_t{1} << 62) - 1;     // the year 2116: differences do not overflow
constexpr Duration kFarthestMove = Duration::seconds(24 * 3600);  // of the offset since the first sample
constexpr Duration kMostApart = Duration::seconds(10);            // two fences of a hull
constexpr double kShortestSlewed = 0.2e9;                         // ns, over which a slew's rate is taken

double ns_between(Timestamp later, Timestamp earlier) {
  return static_cast<double>((later - earlier).ns());
}

bool believable(const ClockSample& sample) {
  for (const Timestamp t : {sample.t1, sample.t2, sample.t3, sample.t4})
    if (t.ns() < 0 || t.ns() > kLatest) return false;
  return sample.t4 >= sample.t1 && sample.t3 >= sample.t2 && sample.t4 - sample.t1 <= kLongestRoundTrip &&
         sample.round_trip() >= Duration{};
}

bool near_zero(Duration value) {
  return value <= kFarthestMove && value >= -kFarthestMove;
}

}  // namespace

/// The offset met its fence somewhere between t1 and t4; the age counts from t1.
ClockFences::Fence ClockFences::upper_of(const ClockSample& sample) {
  return {sample.t1, sample.t2 - sample.t1 + kStampError};
}
ClockFences::Fence ClockFences::lower_of(const ClockSample& sample) {
  return {sample.t1, sample.t3 - sample.t4 - kStampError};
}

std::optional<ClockFences::Jump> ClockFences::add(const ClockSample& sample) {
  const auto before = at(sample.t4);
  const Timestamp asked_before = asked_;
  asked_ = sample.t1;
  const Fence upper = upper_of(sample), lower = lower_of(sample);
  if (!before) {
    restart(sample);
    return std::nullopt;
  }
  const Duration low = lower.offset - room(lower.at, sample.t4), high = upper.offset + room(upper.at, sample.t4);
  if (low > before->high || high < before->low) {
    const bool up = low > before->high;
    const Jump jump{std::min(asked_before, (up ? upper_ : lower_)->at), up ? low - before->high : before->low - high};
    restart(sample);
    return jump;
  }
  if (high < before->high) upper_ = upper;
  if (low > before->low) lower_ = lower;
  return std::nullopt;
}

std::optional<ClockFences::Interval> ClockFences::at(Timestamp now) const {
  if (!upper_ || !lower_) return std::nullopt;
  return Interval{lower_->offset - room(lower_->at, now), upper_->offset + room(upper_->at, now)};
}

void ClockFences::restart(const ClockSample& sample) {
  upper_ = upper_of(sample);
  lower_ = lower_of(sample);
}

bool ClockFilter::is_believable(const ClockSample& sample) const {
  if (!believable(sample)) return false;
  if (samples_ == 0) return true;
  return near_zero(sample.t2 - sample.t1 - base_) && sample.t1 > last_asked_ && sample.t4 > last_answered_;
}

bool ClockFilter::add(const ClockSample& sample) {
  if (!is_believable(sample)) return false;
  if (samples_ == 0) {
    began_ = sample.t1;
    base_ = sample.t2 - sample.t1;
  }
  last_asked_ = sample.t1;
  last_answered_ = sample.t4;
  ++samples_;
  follow_slew(sample, ns_between(sample.t4, began_));
  jump_ = fences_.add(sample);
  if (jump_) {
    if (jumped_ && sample.t4 - *jumped_ < kCalm) unsteady_until_ = sample.t4 + kCalm;
    jumped_ = sample.t4;
    // Clocks that the lines know to run apart too fast leave the fences by that alone: it stays known.
    if (is_flat()) {
      upper_.clear();
      lower_.clear();
    }
  }
  add_fences(sample);
  drop_contradictions();
  learn_skew();
  return true;
}

/// Both scales' origins are arbitrary: counted from the first sample that has both. What is missing later stays as it
/// was.
void ClockFilter::follow_slew(const ClockSample& sample, double at) {
  if (!sample.slewed_local || !sample.slewed_remote) return;
  for (const Duration slewed : {*sample.slewed_local, *sample.slewed_remote})
    if (slewed.ns() > kLatest / 4 || slewed.ns() < -kLatest / 4) return;
  const Duration slewed = *sample.slewed_remote - *sample.slewed_local;
  if (!slew_base_) slew_base_ = slewed;
  if (!near_zero(slewed - *slew_base_)) return;
  const double gained = static_cast<double>((slewed - *slew_base_).ns());
  if (at - slew_.at >= kShortestSlewed) {
    slew_.rate = (gained - slew_.gained) / (at - slew_.at);
    slew_.at = at;
    slew_.gained = gained;
  }
}

void ClockFilter::add_fences(const ClockSample& sample) {
  const double asked = ns_between(sample.t1, began_), answered = ns_between(sample.t4, began_);
  const double slewed = slew_.gained + slew_.rate * (answered - slew_.at);
  // A fence is wider by kWander for each second of its age. Subtracting what it will be at time 0 makes that the same
  // for all, so that the hull of old fences stays a hull.
  const double most = static_cast<double>((sample.t2 - sample.t1 - base_).ns()) - slewed;
  const double least = static_cast<double>((sample.t3 - sample.t4 - base_).ns()) - slewed;
  add_fence(upper_, {asked, most - kWander * asked}, 1);
  add_fence(lower_, {answered, least + kWander * answered}, -1);
  for (auto* hull : {&upper_, &lower_})
    while (hull->size() > 1 && answered - hull->front().at > static_cast<double>(kMemory.ns())) hull->pop_front();
}

/// One each kMostApart stays that is none of the hull: of a steady rate that is the two ends alone, and the rate has to
/// be known still when the older is forgotten. side 1: keeps the lower hull (a line passes below), -1: the upper one.
void ClockFilter::add_fence(std::deque<Fence>& hull, Fence fence, double side) {
  const auto hidden = [&](const Fence& before, const Fence& middle) {
    const double share = (middle.at - before.at) / (fence.at - before.at);
    return side * (middle.offset - before.offset - share * (fence.offset - before.offset)) >= 0;
  };
  const auto near = [&](const Fence& before) { return fence.at - before.at <= static_cast<double>(kMostApart.ns()); };
  while (hull.size() >= 2 && near(hull[hull.size() - 2]) && hidden(hull[hull.size() - 2], hull.back())) hull.pop_back();
  hull.push_back(fence);
  if (hull.size() > kMostFences) hull.pop_front();
}

/// Of all lines between the fences at the time of the newest, in raw time. Empty (low > high) when no line fits.
ClockFilter::SkewRange ClockFilter::skew_range() const {
  SkewRange range{-INFINITY, INFINITY};
  const double newest = lower_.back().at;
  for (const Fence& upper : upper_) {
    for (const Fence& lower : lower_) {
      const double room = upper.offset - lower.offset + 2 * kWander * newest;
      const double span = upper.at - lower.at;
      if (span > 0)
        range.high = std::min(range.high, room / span);
      else if (span < 0)
        range.low = std::max(range.low, room / span);
      else if (room < 0)
        return {1, -1};
    }
  }
  return range;
}

void ClockFilter::drop_contradictions() {
  for (SkewRange range = skew_range(); range.low > range.high; range = skew_range()) {
    if (upper_.size() == 1 && lower_.size() == 1) return;
    auto& older = lower_.size() == 1 || (upper_.size() > 1 && upper_.front().at < lower_.front().at) ? upper_ : lower_;
    older.pop_front();
  }
}

void ClockFilter::learn_skew() {
  const SkewRange range = skew_range();
  if (!std::isfinite(range.low) || !std::isfinite(range.high)) return;
  skew_ = std::clamp((range.low + range.high) / 2, -kMostSkew, kMostSkew);
}

bool ClockFilter::is_followed(Timestamp now) const {
  return samples_ >= kEnough && !(unsteady_until_ && now < *unsteady_until_) && is_flat();
}

/// Some line that the fences allow is flat enough, with what the daemons do.
bool ClockFilter::is_flat() const {
  const SkewRange range = skew_range();
  return range.low + slew_.rate <= kMostSkew && range.high + slew_.rate >= -kMostSkew;
}

std::optional<ClockEstimate> ClockFilter::estimate(Timestamp now) const {
  const auto fences = fences_.at(now);
  if (!fences) return std::nullopt;
  const double at = std::max(ns_between(now, began_), lower_.back().at);
  // All fences are in the past; the lines of that one slope lie between these two.
  double highest = INFINITY, lowest = -INFINITY;
  for (const Fence& fence : upper_) highest = std::min(highest, fence.offset + kWander * at + skew_ * (at - fence.at));
  for (const Fence& fence : lower_) lowest = std::max(lowest, fence.offset - kWander * at + skew_ * (at - fence.at));
  const double middle = (highest + lowest) / 2 + slew_.gained + slew_.rate * (at - slew_.at);
  ClockEstimate estimate;
  estimate.offset = std::clamp(base_ + Duration::ns(std::llround(middle)), fences->low, fences->high);
  estimate.bound = std::max(fences->high - estimate.offset, estimate.offset - fences->low);
  estimate.skew = std::clamp(skew_ + slew_.rate, -kMostSkew, kMostSkew);
  estimate.synchronised = is_followed(now);
  return estimate;
}

}  // namespace jitterscope
