#include "core/base/stats/recent_window.h"

#include <cmath>

#include "core/base/stats/moments.h"
#include "core/base/stats/percentiles.h"

namespace jitterscope {

void RecentWindow::add(Timestamp at, double value) {
  if (samples_.size() >= kMaxSamples) forget_first();
  samples_.push_back({at, value});
  sum_ += value;
  forget_before(at - length_);
}

void RecentWindow::forget_before(Timestamp oldest) {
  while (!samples_.empty() && samples_.front().at < oldest) forget_first();
}

void RecentWindow::forget_first() {
  sum_ -= samples_.front().value;
  samples_.pop_front();
  if (++taken_off_ < kMaxSamples && !samples_.empty()) return;
  taken_off_ = 0;
  sum_ = 0;
  for (const Sample& sample : samples_) sum_ += sample.value;
}

std::optional<double> RecentWindow::mean(Timestamp now) {
  forget_before(now - length_);
  if (samples_.empty()) return std::nullopt;
  return sum_ / static_cast<double>(samples_.size());
}

std::optional<double> RecentWindow::stddev(Timestamp now) {
  const auto centre = mean(now);
  if (samples_.size() < 2) return std::nullopt;
  double squares = 0;
  for (const Sample& sample : samples_) squares += (sample.value - *centre) * (sample.value - *centre);
  return std::sqrt(squares / static_cast<double>(samples_.size() - 1));
}

std::optional<double> RecentWindow::percentile(double p, Timestamp now) {
  forget_before(now - length_);
  values_.clear();
  for (const Sample& sample : samples_) values_.push_back(sample.value);
  return percentile_by_selection(values_, p);
}

SampleFigures RecentWindow::figures(Timestamp now) {
  forget_before(now - length_);
  values_.clear();
  Moments moments;
  for (const Sample& sample : samples_) {
    values_.push_back(sample.value);
    moments.add(sample.value);
  }
  const auto at = [&](double p) { return percentile_by_selection(values_, p); };
  return {moments.count(), moments.mean(), moments.stddev(), moments.min(),
          moments.max(),   at(0.50),       at(0.95),         at(0.99)};
}

}  // namespace jitterscope
