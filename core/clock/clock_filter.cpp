#include "core/clock/clock_filter.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

constexpr std::size_t kMostFences = 64;  // of a hull; in practice about ten
constexpr Duration kLongestRoundTrip = Duration::seconds(60);
constexpr std::int64_t kLatest = (std::int64_t{1} << 62) - 1;     // the year 2116: differences do not overflow
constexpr Duration kFarthestMove = Duration::seconds(24 * 3600);  // of the offset since the first sample

double ns_between(Timestamp later, Timestamp earlier) {
  return static_cast<double>((later - earlier).ns());
}

bool believable(const ClockSample& sample) {
  for (const Timestamp t : {sample.t1, sample.t2, sample.t3, sample.t4})
    if (t.ns() < 0 || t.ns() > kLatest) return false;
  return sample.t4 >= sample.t1 && sample.t3 >= sample.t2 && sample.t4 - sample.t1 <= kLongestRoundTrip &&
         sample.round_trip() >= Duration{};
}

}  // namespace

bool ClockFilter::add(const ClockSample& sample) {
  if (!believable(sample)) return false;
  if (samples_ == 0) {
    began_ = sample.t1;
    base_ = sample.t2 - sample.t1;
  }
  const Duration moved = sample.t2 - sample.t1 - base_;
  if (moved > kFarthestMove || moved < -kFarthestMove) return false;
  const double asked = ns_between(sample.t1, began_), answered = ns_between(sample.t4, began_);
  if (!upper_.empty() && (asked <= upper_.back().at || answered <= lower_.back().at)) return false;
  // A fence is wider by kWander for each second of its age. Subtracting what it will be at time 0 makes that the same
  // for all, so that the hull of old fences stays a hull.
  const double most = static_cast<double>(moved.ns());
  const double least = static_cast<double>((sample.t3 - sample.t4 - base_).ns());
  add_fence(upper_, {asked, most - kWander * asked}, 1);
  add_fence(lower_, {answered, least + kWander * answered}, -1);
  ++samples_;
  drop_contradictions();
  return true;
}

/// side 1: keeps the lower hull (a line passes below), -1: the upper one.
void ClockFilter::add_fence(std::deque<Fence>& hull, Fence fence, double side) {
  const auto hidden = [&](const Fence& before, const Fence& middle) {
    const double share = (middle.at - before.at) / (fence.at - before.at);
    return side * (middle.offset - before.offset - share * (fence.offset - before.offset)) >= 0;
  };
  while (hull.size() >= 2 && hidden(hull[hull.size() - 2], hull.back())) hull.pop_back();
  hull.push_back(fence);
  if (hull.size() > kMostFences) hull.pop_front();
}

/// Of all lines between the fences at the time of the newest. Empty (low > high) when no line fits.
ClockFilter::SkewRange ClockFilter::skew_range() const {
  SkewRange range{-kMostSkew, kMostSkew};
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

std::optional<ClockEstimate> ClockFilter::estimate(Timestamp now) const {
  if (samples_ == 0) return std::nullopt;
  const double at = std::max(ns_between(now, began_), lower_.back().at);
  const SkewRange range = skew_range();
  // All fences are in the past: the steepest line is the highest now, the flattest the lowest.
  double highest = INFINITY, lowest = -INFINITY;
  for (const Fence& fence : upper_)
    highest = std::min(highest, fence.offset + kWander * at + range.high * (at - fence.at));
  for (const Fence& fence : lower_)
    lowest = std::max(lowest, fence.offset - kWander * at + range.low * (at - fence.at));
  ClockEstimate estimate;
  estimate.offset = base_ + Duration::ns(std::llround((highest + lowest) / 2));
  estimate.bound = Duration::ns(std::llround(std::max(highest - lowest, 0.0) / 2));
  estimate.skew = (range.low + range.high) / 2;
  estimate.synchronised = samples_ >= kEnough;
  return estimate;
}

void ClockFilter::forget_all_but_newest() {
  if (samples_ == 0) return;
  upper_.erase(upper_.begin(), upper_.end() - 1);
  lower_.erase(lower_.begin(), lower_.end() - 1);
}

}  // namespace jitterscope
