#pragma once
// A long series as min/max per time slot, bounded whatever its length.
#include <deque>
#include <vector>

#include "core/base/stats/series.h"

namespace jitterscope {

/// Two levels: the last 60 s in slots of 50 ms, and everything in at most 1500 slots, whose width doubles when they are
/// full. Times are seconds since the call began, ascending; an earlier one is counted in the newest slot.
class Envelope {
 public:
  void add(double at_s, double value);
  /// Coarse slots up to where the fine ones begin, then the fine ones; ascending, empty slots left out.
  std::vector<EnvelopeSlot> slots() const;

 private:
  static constexpr double kFineWidth = 0.05, kFineLength = 60;
  static constexpr std::size_t kMaxCoarse = 1500;
  void halve_resolution();

  std::deque<EnvelopeSlot> fine_;
  std::vector<EnvelopeSlot> coarse_;
  double coarse_width_ = kFineWidth;
};

}  // namespace jitterscope
