#include "core/measures/definitions/interval_history.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr Duration kLongestWindow = *length_of(MeasureWindow::k15min);
constexpr std::size_t kMostOfCall = std::size_t{1} << 19, kMostOfFile = std::size_t{1} << 22;

}  // namespace

IntervalHistory::IntervalHistory(SampleMemory memory)
    : memory_(memory),
      windows_{SlidingWindow(*length_of(MeasureWindow::k10s)), SlidingWindow(*length_of(MeasureWindow::k60s)),
               SlidingWindow(kLongestWindow)} {}

const SlidingWindow& IntervalHistory::window(MeasureWindow window) {
  SlidingWindow& asked = windows_[std::min(static_cast<std::size_t>(window), windows_.size() - 1)];
  asked.catch_up(ring_);
  return asked;
}

void IntervalHistory::add(Timestamp at, std::optional<Duration> delay) {
  if (!previous_) {
    first_packet_ = previous_ = at;
    return;
  }
  at = std::max(at, *previous_);
  const Duration interval = at - *previous_;
  previous_ = at;
  whole_.add(interval);
  const bool file = memory_ == SampleMemory::kFile;
  if (ring_.size() >= (file ? kMostOfFile : kMostOfCall)) drop_oldest();
  ring_.push({at, interval, delay ? delay->ns() : IntervalSample::kNone});
  while (!file && ring_.front().at < at - kLongestWindow) drop_oldest();
}

void IntervalHistory::drop_oldest() {
  for (SlidingWindow& window : windows_) window.forget_first_of(ring_);
  ring_.pop();
}

}  // namespace jitterscope
