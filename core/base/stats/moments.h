#pragma once
// Running moments of a sample: one pass, numerically stable (Pébay's update of central sums, after Welford).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

namespace jitterscope {

/// Any unit in, the same unit (or its powers) out. Variance and stddev with n - 1; skew and excess kurtosis as
/// crowcroft92 takes them: (1/n) sum ((x - mean)/stddev)^k. Absent where the sample cannot say.
class Moments {
 public:
  void add(double x) {
    if (n_ == 0) min_ = max_ = x;
    min_ = std::min(min_, x);
    max_ = std::max(max_, x);
    const auto before = static_cast<double>(n_++);
    const auto n = static_cast<double>(n_);
    const double delta = x - mean_, step = delta / n, step2 = step * step, term = delta * step * before;
    mean_ += step;
    m4_ += term * step2 * (n * n - 3 * n + 3) + 6 * step2 * m2_ - 4 * step * m3_;
    m3_ += term * step * (n - 2) - 3 * step * m2_;
    m2_ += term;
  }

  /// Of n values with this mean, these sums of (x - mean)^k, k = 2, 3, 4, and these extremes.
  static Moments of(std::int64_t n, double mean, const std::array<double, 3>& central, double min, double max) {
    Moments m;
    m.n_ = n;
    m.mean_ = mean;
    m.m2_ = central[0], m.m3_ = central[1], m.m4_ = central[2];
    m.min_ = min, m.max_ = max;
    return m;
  }

  std::int64_t count() const { return n_; }
  std::optional<double> mean() const { return when(n_ > 0, mean_); }
  std::optional<double> min() const { return when(n_ > 0, min_); }
  std::optional<double> max() const { return when(n_ > 0, max_); }
  std::optional<double> variance() const { return when(n_ > 1, m2_ / static_cast<double>(n_ - 1)); }
  std::optional<double> stddev() const { return when(n_ > 1, std::sqrt(m2_ / static_cast<double>(n_ - 1))); }
  std::optional<double> skew() const { return standardised(m3_, 3); }
  std::optional<double> excess_kurtosis() const {
    const auto fourth = standardised(m4_, 4);
    return fourth ? std::optional(*fourth - 3) : std::nullopt;
  }

 private:
  static std::optional<double> when(bool known, double value) { return known ? std::optional(value) : std::nullopt; }
  std::optional<double> standardised(double sum, int power) const {
    if (n_ < 2 || m2_ <= 0) return std::nullopt;
    const double scale = std::pow(*stddev(), power) * static_cast<double>(n_);
    return when(scale > 0, sum / scale);
  }

  std::int64_t n_ = 0;
  double mean_ = 0, m2_ = 0, m3_ = 0, m4_ = 0, min_ = 0, max_ = 0;
};

}  // namespace jitterscope
