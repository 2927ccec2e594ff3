#pragma once
// The samples of the last seconds, for figures that follow what is happening now.
#include <optional>
#include <vector>

#include "core/base/stats/moments.h"
#include "core/base/stats/sample_figures.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// Samples younger than `length`, at most 16384 (the oldest go first). Times may arrive slightly out of order. Of
/// kEndless all samples: count, mean, stddev and extremes of all, percentiles of at most 2^21, evenly chosen.
class RecentWindow {
 public:
  static constexpr Duration kEndless = Duration::ns(INT64_MAX);

  explicit RecentWindow(Duration length = Duration::seconds(10)) : length_(length) {}

  void add(Timestamp at, double value);
  /// Forgets all samples.
  void restart() { *this = RecentWindow(length_); }
  /// Of the samples not older than `length` at `now`; unit of the samples.
  SampleFigures figures(Timestamp now);
  /// As figures() has them to within rounding, without the cost of the others.
  std::optional<double> stddev(Timestamp now);
  std::optional<double> percentile(double p, Timestamp now);
  std::optional<double> mean(Timestamp now);
  std::optional<double> p50(Timestamp now) { return percentile(0.50, now); }

 private:
  bool endless() const { return length_ == kEndless; }
  void add_to_all(double value);
  void look_at(Timestamp now);
  void forget_before(Timestamp oldest);
  void forget_first();
  void catch_up(Timestamp now);
  void sum_up();
  struct Sample {
    Timestamp at;
    double value;
  };
  const Sample& sample(std::size_t number) const { return ring_[(first_ + number) & (ring_.size() - 1)]; }
  void make_room(Timestamp at);
  static constexpr std::size_t kMaxSamples = 16384, kMostOfAll = std::size_t{1} << 21;
  Duration length_;
  std::vector<Sample> ring_;           // a power of two of them; held are `count_` from `first_` on, the oldest first
  std::size_t first_ = 0, count_ = 0;  // some may be too old: they go when there is no room, or somebody asks
  std::size_t summed_ = 0;             // of them, the oldest: none where nobody asks
  double centre_ = 0, sum_ = 0, squares_ = 0;  // of those: sums of value less centre, and of its square
  std::size_t taken_off_ = 0;                  // since they were added up anew: rounding does not gather
  std::vector<double> values_;                 // scratch; of an endless one the samples that are kept
  Moments all_;                                // of an endless one
  std::int64_t every_ = 1;                     // of an endless one: which samples are kept
};

}  // namespace jitterscope
