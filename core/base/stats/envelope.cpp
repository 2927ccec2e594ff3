#include "core/base/stats/envelope.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

void widen(EnvelopeSlot& slot, double min, double max) {
  slot.min = std::min(slot.min, min);
  slot.max = std::max(slot.max, max);
}

template <typename Slots>
void add_to(Slots& slots, double width, double at_s, double value) {
  const double begin = std::floor(at_s / width) * width;
  if (slots.empty() || begin > slots.back().at_s) {
    slots.push_back({begin, value, value});
  } else {
    widen(slots.back(), value, value);
  }
}

}  // namespace

void Envelope::add(double at_s, double value) {
  add_to(fine_, kFineWidth, at_s, value);
  while (fine_.front().at_s < at_s - kFineLength) fine_.pop_front();
  add_to(coarse_, coarse_width_, at_s, value);
  if (coarse_.size() > kMaxCoarse) halve_resolution();
}

void Envelope::halve_resolution() {
  coarse_width_ *= 2;
  std::vector<EnvelopeSlot> wider;
  for (const EnvelopeSlot& slot : coarse_) {
    add_to(wider, coarse_width_, slot.at_s + kFineWidth / 2, slot.min);  // its middle: safe from rounding at the edge
    widen(wider.back(), slot.min, slot.max);
  }
  coarse_ = std::move(wider);
}

std::vector<EnvelopeSlot> Envelope::slots() const {
  std::vector<EnvelopeSlot> result;
  if (fine_.empty()) return result;
  const double fine_begin = fine_.front().at_s;
  for (const EnvelopeSlot& slot : coarse_) {
    if (slot.at_s < fine_begin) result.push_back(slot);
  }
  result.insert(result.end(), fine_.begin(), fine_.end());
  return result;
}

}  // namespace jitterscope
