#include "core/measures/definitions/rtp_clock.h"

#include <cmath>
#include <vector>

namespace jitterscope {
namespace {

void note_least(std::map<std::int64_t, TransitPoint>& least, std::int64_t block, const TransitPoint& point) {
  const auto [entry, added] = least.try_emplace(block, point);
  if (!added && point.transit < entry->second.transit) entry->second = point;
}

}  // namespace

void RtpClock::add(Timestamp sent, Duration after_source) {
  const auto block_of = [this](Timestamp at) { return at.ns() / block_.ns(); };
  note_least(least_, block_of(sent), {0, sent, after_source});
  if (least_.size() <= kMostBlocks) return;
  block_ = block_ * 2;
  std::map<std::int64_t, TransitPoint> wider;
  for (const auto& [block, point] : least_) note_least(wider, block_of(point.received), point);
  least_ = std::move(wider);
}

std::optional<ClockSkew> RtpClock::skew() const {
  if (least_.empty()) return std::nullopt;
  const Duration length = least_.rbegin()->second.received - least_.begin()->second.received;
  if (length < kShortest) return std::nullopt;
  std::vector<TransitPoint> points;
  points.reserve(least_.size());
  for (const auto& [block, point] : least_) points.push_back(point);
  const std::optional<ClockSkew> skew = clock_skew(points);
  return skew && std::abs(skew->slope) <= kMostSlope ? skew : std::nullopt;
}

}  // namespace jitterscope
