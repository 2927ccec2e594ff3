#include "core/base/stats/block_bootstrap.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

namespace jitterscope {
namespace {

constexpr std::size_t kFewestGroups = 20, kFewestBlocks = 16, kResamples = 999;
constexpr double kMostOfStudents = 5;  // a t beyond so many times Student's: a few values make the variance

/// Sum of autocorrelations over all lags of a series, at least that of one value: Geyer's initial positive sequence.
double correlation_time(std::span<const double> x, double mean) {
  const std::size_t n = x.size();
  const auto covariance = [&](std::size_t lag) {
    double sum = 0;
    for (std::size_t i = lag; i < n; ++i) sum += (x[i] - mean) * (x[i - lag] - mean);
    return sum / static_cast<double>(n);
  };
  const double variance = covariance(0);
  if (variance <= 0) return 1;
  double sum = -1, least = INFINITY;
  for (std::size_t lag = 0; lag + 1 < n / 2; lag += 2) {
    const double pair = std::min(least, (covariance(lag) + covariance(lag + 1)) / variance);
    if (pair <= 0) break;
    sum += 2 * pair;
    least = pair;
  }
  return std::max(sum, 1e-3);
}

/// Of the sums of `length` groups on end: their variance over all places, a group.
double block_variance(std::span<const double> prefix, std::size_t length, double mean) {
  const std::size_t places = prefix.size() - length;
  const double wanted = mean * static_cast<double>(length);
  double sum = 0;
  for (std::size_t i = 0; i < places; ++i) {
    const double off = prefix[i + length] - prefix[i] - wanted;
    sum += off * off;
  }
  return sum / static_cast<double>(places) / static_cast<double>(length);
}

/// t of kResamples resamples, ascending.
std::vector<double> resampled_t(std::span<const double> prefix, std::size_t length, double mean) {
  const std::size_t blocks = (prefix.size() - 1) / length;
  const auto n = static_cast<double>(blocks);
  // What all places have on average, for groups near the ends are in fewer blocks.
  double centre = 0;
  for (std::size_t i = 0; i + length < prefix.size(); ++i) centre += prefix[i + length] - prefix[i];
  centre /= static_cast<double>(prefix.size() - length);
  BlockStarts starts(prefix.size() - 1, length);
  std::vector<double> t;
  t.reserve(kResamples);
  // Resamples of blocks that are all alike have rounding errors for a spread.
  const double scale = std::sqrt(block_variance(prefix, length, mean) * static_cast<double>(length)) + 1e-300;
  for (std::size_t resample = 0; resample < kResamples; ++resample) {
    double sum = 0, squares = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
      const std::size_t at = starts.next();
      const double off = prefix[at + length] - prefix[at] - centre;
      sum += off;
      squares += off * off;
    }
    const double off = sum / n, variance = (squares - sum * off) / (n - 1);
    if (variance > scale * scale * 1e-12) t.push_back(off / std::sqrt(variance / n));
  }
  std::sort(t.begin(), t.end());
  return t;
}

/// [i]: the sum of the first i groups.
std::vector<double> prefix_sums(std::span<const double> groups) {
  std::vector<double> prefix(groups.size() + 1, 0);
  std::partial_sum(groups.begin(), groups.end(), prefix.begin() + 1);
  return prefix;
}

}  // namespace

double student_975(double degrees) {
  return boost::math::quantile(boost::math::students_t(std::max(degrees, 1.0)), 0.975);
}

std::optional<BlockSpread> block_spread(const GroupSums& groups, double variance_of_values, std::size_t shortest) {
  const std::span<const double> x = groups.sums();
  const std::size_t n = x.size();
  if (n < kFewestGroups) return std::nullopt;
  const std::vector<double> prefix = prefix_sums(x);
  const double mean = prefix.back() / static_cast<double>(n), size = static_cast<double>(groups.size());
  const double time = correlation_time(x, mean);
  const auto wanted = std::max(10 * time, std::cbrt(static_cast<double>(n)));
  const std::size_t most = std::max<std::size_t>(n / kFewestBlocks, 1);
  const std::size_t length = std::clamp(static_cast<std::size_t>(std::ceil(wanted)), std::min(shortest, most), most);
  // Blocks miss what correlates across their ends, and the mean is that of the same values: both make the variance
  // small.
  const double whole = block_variance(prefix, length, mean), half = block_variance(prefix, (length + 1) / 2, mean);
  const double share = static_cast<double>(length) / static_cast<double>(n);
  const double a_group = std::max(whole, 2 * whole - half) / (1 - share);
  BlockSpread spread;
  spread.length = length;
  spread.blocks = static_cast<double>(n) / wanted;
  spread.variance = a_group / static_cast<double>(n) / (size * size);
  const auto all = static_cast<double>(n) * size;
  spread.effective_n = spread.variance > 0 ? std::min(all, variance_of_values / spread.variance) : all;
  spread.degrees = 1.5 * static_cast<double>(n) / static_cast<double>(length) - 1;
  return spread;
}

std::optional<Interval95> mean_interval(double mean, const GroupSums& groups, const BlockSpread& spread) {
  const std::vector<double> prefix = prefix_sums(groups.sums());
  const double mean_of_groups = prefix.back() / static_cast<double>(groups.sums().size());
  const double students = student_975(spread.degrees);
  const std::vector<double> t = resampled_t(prefix, spread.length, mean_of_groups);
  double low = -students, high = students;
  if (t.size() == kResamples) low = t[kResamples / 40], high = t[kResamples - 1 - kResamples / 40];
  if (std::max(-low, high) > kMostOfStudents * students) return std::nullopt;
  const double error = std::sqrt(spread.variance);
  return Interval95{mean - high * error, mean - low * error};
}

Interval95 share_interval(double p, double n, double degrees) {
  const double z = student_975(degrees);
  const double z2 = z * z, middle = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = z * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
  return {std::clamp(middle - half, 0.0, p), std::clamp(middle + half, p, 1.0)};
}

}  // namespace jitterscope
