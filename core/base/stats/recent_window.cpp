#include "core/base/stats/recent_window.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/stats/percentiles.h"

namespace jitterscope {
namespace {

constexpr double kDominates = 1e6;

}  // namespace

void RecentWindow::add(Timestamp at, double value) {
  if (endless()) return add_to_all(value);
  if (count_ == ring_.size()) make_room(at);
  ring_[(first_ + count_++) & (ring_.size() - 1)] = {at, value};
}

void RecentWindow::make_room(Timestamp at) {
  forget_before(at - length_);
  if (count_ < ring_.size()) return;
  if (ring_.size() == kMaxSamples) return forget_first();
  std::vector<Sample> larger(std::max<std::size_t>(2 * ring_.size(), 64));
  for (std::size_t i = 0; i < count_; ++i) larger[i] = sample(i);
  ring_ = std::move(larger);
  first_ = 0;
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
  for (std::size_t i = 0; i < count_; ++i) values_.push_back(sample(i).value);
}

void RecentWindow::forget_before(Timestamp oldest) {
  while (count_ > 0 && sample(0).at < oldest) forget_first();
}

void RecentWindow::forget_first() {
  const double away = sample(0).value - centre_;
  first_ = (first_ + 1) & (ring_.size() - 1);
  --count_;
  if (summed_ == 0) return;
  --summed_;
  sum_ -= away;
  squares_ -= away * away;
  const bool dominated = away * away > kDominates * squares_;  // of what is left little is known then
  if (++taken_off_ >= summed_ || dominated) sum_up();
}

/// Sums are those of all samples of the last stretch.
void RecentWindow::catch_up(Timestamp now) {
  forget_before(now - length_);
  if (summed_ == 0) {
    summed_ = count_;
    centre_ = count_ == 0 ? 0 : sample(0).value;
    return sum_up();
  }
  for (; summed_ < count_; ++summed_) {
    const double away = sample(summed_).value - centre_;
    sum_ += away;
    squares_ += away * away;
  }
  if (count_ == 0) return;
  const double n = static_cast<double>(summed_), from_mean = sum_ / n;
  if (from_mean * from_mean > kDominates * (squares_ / n - from_mean * from_mean)) sum_up();
}

/// About their mean, so that little of what is added cancels out.
void RecentWindow::sum_up() {
  taken_off_ = 0;
  if (summed_ > 0) centre_ += sum_ / static_cast<double>(summed_);
  sum_ = squares_ = 0;
  for (std::size_t i = 0; i < summed_; ++i) {
    const double away = sample(i).value - centre_;
    sum_ += away;
    squares_ += away * away;
  }
}

std::optional<double> RecentWindow::mean(Timestamp now) {
  if (endless()) return all_.mean();
  catch_up(now);
  if (count_ == 0) return std::nullopt;
  return centre_ + sum_ / static_cast<double>(count_);
}

std::optional<double> RecentWindow::stddev(Timestamp now) {
  if (endless()) return all_.stddev();
  catch_up(now);
  if (count_ < 2) return std::nullopt;
  const auto n = static_cast<double>(count_);
  return std::sqrt(std::max(0.0, squares_ - sum_ * sum_ / n) / (n - 1));
}

std::optional<double> RecentWindow::percentile(double p, Timestamp now) {
  look_at(now);
  return percentile_by_selection(values_, p);
}

SampleFigures RecentWindow::figures(Timestamp now) {
  look_at(now);
  Moments moments = all_;
  for (std::size_t i = 0; i < count_; ++i) moments.add(sample(i).value);
  const auto at = [&](double p) { return percentile_by_selection(values_, p); };
  return {moments.count(), moments.mean(), moments.stddev(), moments.min(),
          moments.max(),   at(0.50),       at(0.95),         at(0.99)};
}

}  // namespace jitterscope
