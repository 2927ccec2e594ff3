#include "core/algorithms/rate/noise_floor.h"

#include <cmath>

#include "core/algorithms/rate/median.h"

namespace jitterscope {
namespace {

constexpr std::size_t kBends = 32, kFewestBends = 4;
// The median of |m2 − (m1 + m3)/2| of independent normal values is 0.674·√1.5 of their standard deviation.
constexpr double kSigmas = 2.5 / (0.6745 * 1.2247);

double median_of_last(const std::deque<double>& values, std::size_t count) {
  return median_of({values.end() - static_cast<std::ptrdiff_t>(count), values.end()});
}

}  // namespace

void GroupScatter::add(double delay_ms) {
  group_.push_back(delay_ms);
  if (group_.size() < packets_) return;
  medians_.push_back(median_of({group_.begin(), group_.end()}));
  group_.clear();
  if (medians_.size() < 3) return;
  bends_.push_back(std::abs(medians_[1] - (medians_[0] + medians_[2]) / 2));
  ++since_cut_;
  medians_.pop_front();
  if (bends_.size() > kBends) bends_.pop_front();
}

void GroupScatter::cut() {
  group_.clear();
  medians_.clear();
  since_cut_ = 0;
}

double GroupScatter::ms() const {
  if (bends_.size() < kFewestBends) return 0;
  double bend = median_of_last(bends_, bends_.size());
  const std::size_t recent = std::min(since_cut_, bends_.size());
  if (recent >= kFewestBends) bend = std::max(bend, median_of_last(bends_, recent));
  return kSigmas * bend;
}

}  // namespace jitterscope
