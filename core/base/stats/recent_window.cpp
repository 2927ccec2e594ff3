#include "core/base/stats/recent_window.h"

#include <cmath>

#include "core/base/stats/percentiles.h"

namespace jitterscope {

void RecentWindow::add(Timestamp at, double value) {
  if (endless()) return add_to_all(value);
  if (samples_.size() >= kMaxSamples) forget_first();
  samples_.push_back({at, value});
  sum_ += value;
  forget_before(at - length_);
}

void RecentWindow::add_to_all(double value) {
  if (all_.count() % every_ == 0) {
    if (values_.size() >= kMostOfAll) {
      for (std::size_t i = 0; i < values_.size() / 2; ++i) values_[i] = values_[2 * i];
      values_.resize(values_.size() / 2);
      every_ *= 2;
    }
    values_.push_back(value);
  }
  all_.add(value);
}

/// Makes `values_` what percentiles are of.
void RecentWindow::look_at(Timestamp now) {
  if (endless()) return;
  forget_before(now - length_);
  values_.clear();
  for (const Sample& sample : samples_) values_.push_back(sample.value);
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
  if (endless()) return all_.mean();
  forget_before(now - length_);
  if (samples_.empty()) return std::nullopt;
  return sum_ / static_cast<double>(samples_.size());
}

std::optional<double> RecentWindow::stddev(Timestamp now) {
  if (endless()) return all_.stddev();
  const auto centre = mean(now);
  if (samples_.size() < 2) return std::nullopt;
  double squares = 0;
  for (const Sample& sample : samples_) squares += (sample.value - *centre) * (sample.value - *centre);
  return std::sqrt(squares / static_cast<double>(samples_.size() - 1));
}

std::optional<double> RecentWindow::percentile(double p, Timestamp now) {
  look_at(now);
  return percentile_by_selection(values_, p);
}

SampleFigures RecentWindow::figures(Timestamp now) {
  look_at(now);
  Moments moments = all_;
  for (const Sample& sample : samples_) moments.add(sample.value);
  const auto at = [&](double p) { return percentile_by_selection(values_, p); };
  return {moments.count(), moments.mean(), moments.stddev(), moments.min(),
          moments.max(),   at(0.50),       at(0.95),         at(0.99)};
}

}  // namespace jitterscope
