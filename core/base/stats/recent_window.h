#pragma once
// The samples of the last seconds, for figures that follow what is happening now.
#include <deque>
#include <optional>
#include <vector>

#include "core/base/stats/sample_figures.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// Samples younger than `length`, at most 16384 (the oldest go first). Times may arrive slightly out of order.
class RecentWindow {
 public:
  explicit RecentWindow(Duration length = Duration::seconds(10)) : length_(length) {}

  void add(Timestamp at, double value);
  /// Of the samples not older than `length` at `now`; unit of the samples.
  SampleFigures figures(Timestamp now);
  /// As figures() has them to within rounding, without the cost of the others.
  std::optional<double> stddev(Timestamp now);
  std::optional<double> percentile(double p, Timestamp now);
  std::optional<double> mean(Timestamp now);
  std::optional<double> p50(Timestamp now) { return percentile(0.50, now); }

 private:
  void forget_before(Timestamp oldest);
  void forget_first();
  struct Sample {
    Timestamp at;
    double value;
  };
  static constexpr std::size_t kMaxSamples = 16384;
  Duration length_;
  std::deque<Sample> samples_;
  double sum_ = 0;              // of them
  std::size_t taken_off_ = 0;   // since it was added up anew: rounding does not gather
  std::vector<double> values_;  // scratch
};

}  // namespace jitterscope
