#include "core/algorithms/rate/delay_base.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr double kDrift = 500e-6;
constexpr Duration kRecent = Duration::seconds(10), kBaseStep = Duration::seconds(1);

}  // namespace

void DelayBase::add(double delay_ms, Timestamp at) {
  last_.push_back(delay_ms);
  if (last_.size() > 3) last_.pop_front();
  const double middle = last_.size() < 3
                            ? *std::ranges::max_element(last_)
                            : std::max(std::min(last_[0], last_[1]), std::min(std::max(last_[0], last_[1]), last_[2]));
  if (recent_.empty() || at - recent_.back().begin >= kBaseStep)
    recent_.push_back({at, middle});
  else
    recent_.back().ms = std::min(recent_.back().ms, middle);
  while (at - recent_.front().begin > kRecent) recent_.pop_front();
  const double least = std::ranges::min_element(recent_, {}, &Least::ms)->ms;
  if (!base_)
    base_ = least;
  else
    base_ = std::min(least, *base_ + std::max(0.0, (at - at_).ms()) * kDrift);
  at_ = std::max(at_, at);
}

}  // namespace jitterscope
