#include "core/algorithms/playout/playout_offset.h"

#include <algorithm>

namespace jitterscope {

void ReferenceTransit::add(Timestamp received, Duration transit) {
  const std::int64_t part = received.ns() / kPart.ns();
  if (!any_ || part - newest_ >= kParts) {
    parts_.fill(std::nullopt);
    newest_ = part;
    smallest_ = transit;
    any_ = true;
  }
  bool forgot = false;  // the smallest
  while (newest_ < part) {
    std::optional<Duration>& oldest = parts_[index(++newest_)];
    forgot = forgot || oldest == smallest_;
    oldest.reset();
  }
  std::optional<Duration>& current = parts_[index(newest_)];  // a stamp of the past counts as new
  current = std::min(current.value_or(transit), transit);
  smallest_ = std::min(smallest_, transit);
  if (!forgot) return;
  smallest_ = transit;
  for (const auto& other : parts_)
    if (other) smallest_ = std::min(smallest_, *other);
}

void ReferenceTransit::clear() {
  *this = {};
}

bool LateRun::add(const PlayoutArrival& unit, Duration offset) {
  const Duration transit = transit_of(unit);
  if (transit <= offset) {
    units_ = 0;
    return false;
  }
  if (units_ == 0) {
    begin_ = unit.received;
    smallest_ = transit;
  }
  ++units_;
  smallest_ = std::min(smallest_, transit);
  const Duration lasted = unit.received - begin_;
  if (lasted < kLongest && (lasted < kLong || units_ < units_of(medium_))) return false;
  units_ = 0;
  return true;
}

}  // namespace jitterscope
