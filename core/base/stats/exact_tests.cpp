#include "core/base/stats/exact_tests.h"

#include <algorithm>
#include <bit>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>

namespace jitterscope {
namespace {

constexpr std::size_t kMostFlipped = 18;  // 2^18 ways are gone through
constexpr int kDraws = 100'000;
constexpr std::uint64_t kTestSeed = 20;
constexpr double kSame = 1e-9;  // of the sum of magnitudes: sums nearer than that are the same sum
constexpr double kNormal975 = 1.959963984540054;

double sum_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// The share of all ways of giving the values their signs in which `counts(sum)` holds.
template <typename Counts>
double share_of_flips(const std::vector<double>& values, const Counts& counts) {
  const std::size_t n = values.size();
  if (n <= kMostFlipped) {
    double sum = sum_of(values);
    std::uint64_t hits = 0, signs = 0;
    const std::uint64_t ways = std::uint64_t{1} << n;
    for (std::uint64_t way = 1; way <= ways; ++way) {  // in Gray's order: one sign changes at a time
      hits += counts(sum);
      if (way == ways) break;
      const auto bit = static_cast<std::size_t>(std::countr_zero(way));
      signs ^= std::uint64_t{1} << bit;
      sum += (signs >> bit & 1 ? -2 : 2) * values[bit];
    }
    return static_cast<double>(hits) / static_cast<double>(ways);
  }
  std::mt19937_64 random(kTestSeed);
  int hits = 1;  // the way that was observed
  for (int draw = 0; draw < kDraws; ++draw) {
    double sum = 0;
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (i % 64 == 0) bits = random();
      sum += (bits >> i % 64 & 1) != 0 ? values[i] : -values[i];
    }
    hits += counts(sum);
  }
  return static_cast<double>(hits) / (kDraws + 1);
}

std::vector<double> about(std::span<const double> values, double centre) {
  std::vector<double> out(values.begin(), values.end());
  for (double& value : out) value -= centre;
  return out;
}

double tolerance_of(std::span<const double> values) {
  double all = 0;
  for (const double value : values) all += std::abs(value);
  return all * kSame;
}

}  // namespace

double sign_flip_p(std::span<const double> values, double centre) {
  const std::vector<double> centred = about(values, centre);
  const double observed = std::abs(sum_of(centred)) - tolerance_of(centred);
  return share_of_flips(centred, [observed](double sum) { return std::abs(sum) >= observed; });
}

double sign_flip_p_above(std::span<const double> values, double bound) {
  const std::vector<double> centred = about(values, bound);
  const double observed = sum_of(centred) - tolerance_of(centred);
  return share_of_flips(centred, [observed](double sum) { return sum >= observed; });
}

double binomial_p(int count, int n, double share) {
  if (n <= 0) return 1;
  const boost::math::binomial_distribution<double> trials(n, std::clamp(share, 0.0, 1.0));
  const double at_most = boost::math::cdf(trials, count);
  const double at_least = count == 0 ? 1 : boost::math::cdf(boost::math::complement(trials, count - 1));
  return std::min(2 * std::min(at_most, at_least), 1.0);
}

std::vector<double> holm_adjusted(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return p[i]; });
  std::vector<double> adjusted(p.size());
  double least = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    least = std::max(least, std::min(static_cast<double>(p.size() - rank) * p[order[rank]], 1.0));
    adjusted[order[rank]] = least;
  }
  return adjusted;
}

int pairs_for(int tests) {
  int pairs = 1;
  while (std::max(tests, 1) * 2 / std::exp2(pairs) > 0.05) ++pairs;
  return pairs;
}

Interval95 wilson_interval(double count, double n) {
  if (n <= 0) return {0, 1};
  const double p = count / n, z2 = kNormal975 * kNormal975 / n;
  const double middle = (p + z2 / 2) / (1 + z2);
  const double half = kNormal975 / (1 + z2) * std::sqrt(p * (1 - p) / n + z2 / 4 / n);
  return {count <= 0 ? 0 : middle - half, count >= n ? 1 : middle + half};
}

}  // namespace jitterscope
