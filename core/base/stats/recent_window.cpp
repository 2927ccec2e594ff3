#include "core/base/stats/recent_window.h"

#include <cmath>

#include "core/base/stats/moments.h"
#include "core/base/stats/percentiles.h"

namespace jitterscope {

void RecentWindow::add(Timestamp at, double value) {
  if (samples_.size() >= kMaxSamples) samples_.pop_front();
  samples_.push_back({at, value});
  forget_before(at - length_);
}

void RecentWindow::forget_before(Timestamp oldest) {
  while (!samples_.empty() && samples_.front().at < oldest) samples_.pop_front();
}

std::optional<double> RecentWindow::mean(Timestamp now) {
  forget_before(now - length_);
  if (samples_.empty()) return std::nullopt;
  double sum = 0;
  for (const Sample& sample : samples_) sum += sample.value;
  return sum / static_cast<double>(samples_.size());
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
