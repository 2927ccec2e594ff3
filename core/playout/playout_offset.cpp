#include "core/playout/playout_offset.h"

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

bool PlayoutOffset::opens(const PlayoutArrival& unit) {
  const bool first = !offset_;
  const bool patient = unit.received - last_talkspurt_ >= kPatience && unit.received - last_step_ >= kStepEvery;
  if (unit.talkspurt || first) last_talkspurt_ = unit.received;
  if (unit.talkspurt || first || patient) last_step_ = unit.received;
  return unit.talkspurt || first || patient;
}

void PlayoutOffset::follow(const PlayoutArrival& unit, Duration wanted) {
  const Duration step = wanted - value();
  if (unit.talkspurt || !offset_ || step >= kDeadBand || -step >= kDeadBand) offset_ = wanted;
}

}  // namespace jitterscope
