#include "core/measures/compare/loss_difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>

#include "core/base/stats/block_bootstrap.h"

namespace jitterscope {
namespace {

constexpr double kFewestBlocks = 10, kMostBlocks = 48;  // of a stretch
constexpr double kUsualBlocks = 16;                     // of the shorter one, where correlation allows
constexpr double kTimesCorrelation = 12.5;              // that a block lasts
// A difference that is large beside what so few blocks, which last this, vary by is clear all the same.
constexpr double kFewForClear = 6, kFewestForClear = 4, kLeastTimesCorrelation = 5;
constexpr double kShortestBlock = 0.5;  // s
constexpr double kShortestCell = 0.1;   // s, of those that are correlated
constexpr double kUnseenBursts = 0.2;   // s: where nothing was lost, losses could hang together so long
constexpr double kMostCells = 8192;     // that are correlated
constexpr int kPermutations = 499;
constexpr double kLevel = 0.045;  // a little under 5 %, for correlation is only estimated

using Units = std::vector<CountedUnits>;
struct Pair {
  Units before, after;
  double inflation = 1;  // of the variance of a sum of blocks, by what correlates across their ends
};

/// Makes cells of equal time; a unit counts in the one in which the middle of its own cell lies.
Units evenly(const LossSeries& series, std::size_t count) {
  Units even(count);
  double at = 0;
  const double scale = static_cast<double>(count) / series.seconds();
  for (const auto& [seconds, units] : series.cells()) {
    const auto place = std::min(static_cast<std::size_t>((at + seconds / 2) * scale), count - 1);
    even[place].counted += units.counted;
    even[place].all += units.all;
    at += seconds;
  }
  return even;
}

CountedUnits sum_of(const Units& units) {
  CountedUnits sum;
  for (const auto& [counted, all] : units) sum.counted += counted, sum.all += all;
  return sum;
}

double median_cell_s(const LossSeries& series) {
  std::vector<double> seconds(series.cells().size());
  std::ranges::transform(series.cells(), seconds.begin(), &LossSeries::Cell::seconds);
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::ranges::nth_element(seconds, middle);
  return *middle;
}

/// What each cell lost beyond its part of all, which sums up to nothing.
std::vector<double> beyond_share(const Units& units) {
  const CountedUnits sum = sum_of(units);
  std::vector<double> beyond(units.size());
  std::ranges::transform(units, beyond.begin(),
                         [&](auto& cell) { return cell.counted - sum.counted / sum.all * cell.all; });
  return beyond;
}

/// Sum of the autocorrelations of both series together at all lags from 1 on, in cells (Geyer's initial sequence).
double correlation_cells(const std::array<std::vector<double>, 2>& series) {
  const auto covariance = [&](std::size_t lag) {
    double sum = 0;
    for (const std::vector<double>& x : series)
      for (std::size_t i = lag; i < x.size(); ++i) sum += x[i] * x[i - lag];
    return sum;
  };
  const double variance = covariance(0);
  if (variance <= 0) return 0;
  double sum = -1, least = INFINITY;
  const std::size_t most = std::max(series[0].size(), series[1].size()) / 2;
  for (std::size_t lag = 0; lag + 1 < most; lag += 2) {
    const double pair = std::min(least, (covariance(lag) + covariance(lag + 1)) / variance);
    if (pair <= 0) break;
    sum += pair;
    least = pair;
  }
  return std::max(sum, 0.0);
}

/// Sums over the blocks of one side, which make its share and the variance of that.
struct Sums {
  double n = 0, lost = 0, due = 0, lost2 = 0, both = 0, due2 = 0;
  void add(const CountedUnits& block) {
    n += 1, lost += block.counted, due += block.all;
    lost2 += block.counted * block.counted, both += block.counted * block.all, due2 += block.all * block.all;
  }
  Sums operator-(const Sums& of) const {
    return {n - of.n, lost - of.lost, due - of.due, lost2 - of.lost2, both - of.both, due2 - of.due2};
  }
  double share() const { return due > 0 ? lost / due : 0; }
  double variance() const {
    if (n < 2 || due <= 0) return 0;
    const double p = share();
    return std::max(lost2 - 2 * p * both + p * p * due2, 0.0) * n / (n - 1) / (due * due);
  }
};

Sums sums_of(std::span<const CountedUnits> blocks) {
  Sums sums;
  for (const CountedUnits& block : blocks) sums.add(block);
  return sums;
}

double squared_t(const Sums& one, const Sums& other) {
  const double difference = one.share() - other.share(), square = difference * difference;
  return square < 1e-24 ? 0 : square / (one.variance() + other.variance() + 1e-24);
}

/// Whether no more than kLevel of the permutations of the blocks, the given one among them, lie as far apart. `off` is
/// taken from the share after.
bool rejected(const Pair& blocks, double off) {
  constexpr int kMostAsFar = static_cast<int>(kLevel * (kPermutations + 1));
  std::vector<CountedUnits> all = blocks.before;
  for (const auto& [counted, due] : blocks.after) all.push_back({counted - off * due, due});
  const Sums whole = sums_of(all);
  const std::size_t part = std::min(blocks.before.size(), blocks.after.size());
  const double given = squared_t(sums_of(std::span(all).first(blocks.before.size())),
                                 sums_of(std::span(all).subspan(blocks.before.size()))) /
                       blocks.inflation;
  std::uint64_t state = 0x6a17ed5c09e5eedu;
  int as_far = 1;
  for (int permutation = 0; permutation < kPermutations && as_far <= kMostAsFar; ++permutation) {
    Sums drawn;
    for (std::size_t i = 0; i < part; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      std::swap(all[i], all[i + static_cast<std::size_t>((state >> 32) * (all.size() - i) >> 32)]);
      drawn.add(all[i]);
    }
    as_far += squared_t(drawn, whole - drawn) >= given * (1 - 1e-9);
  }
  return as_far <= kMostAsFar;
}

/// Newcombe's of Wilson's intervals by the effective number of units.
Interval95 newcombe(const Pair& blocks, double seconds_before, double seconds_after) {
  const Sums one = sums_of(blocks.before), other = sums_of(blocks.after);
  const double p1 = std::clamp(one.share(), 0.0, 1.0), p2 = std::clamp(other.share(), 0.0, 1.0);
  const double v1 = blocks.inflation * one.variance(), v2 = blocks.inflation * other.variance();
  const double independent = p1 * (1 - p1) / one.due + p2 * (1 - p2) / other.due;
  const auto effective = [&](const Sums& of, double seconds) {
    if (independent <= 0) return std::min(of.due, std::max(seconds / kUnseenBursts, 1.0));
    return of.due / std::max((v1 + v2) / independent, 1.0);
  };
  const double squares = v1 * v1 / (one.n - 1) + v2 * v2 / (other.n - 1);
  const double degrees = squares > 0 ? (v1 + v2) * (v1 + v2) / squares : one.n + other.n - 2;
  const Interval95 before = share_interval(p1, effective(one, seconds_before), degrees),
                   after = share_interval(p2, effective(other, seconds_after), degrees);
  return {p2 - p1 - std::hypot(p2 - after.low, before.high - p1),
          p2 - p1 + std::hypot(after.high - p2, p1 - before.low)};
}

/// The end of the interval next to 0, by the test of shares that are `off` apart: the value nearest to one that is
/// rejected, of those that are not.
double end_between(const Pair& blocks, double rejected_off, double kept_off) {
  for (int step = 0; step < 12; ++step) {
    const double middle = (rejected_off + kept_off) / 2;
    (rejected(blocks, middle) ? rejected_off : kept_off) = middle;
  }
  return kept_off;
}

/// The interval is of Newcombe's kind, the test is exact: where they do not agree on 0, the test makes the end next to
/// it.
Interval95 agreeing(Interval95 interval, const Pair& blocks, double difference, bool differ) {
  double& end = difference > 0 ? interval.low : interval.high;
  const bool holds_zero = interval.low <= 0 && interval.high >= 0;
  if (differ && holds_zero) end = end_between(blocks, 0, difference);
  if (!differ && !holds_zero) end = 0;
  return interval;
}

}  // namespace

void LossSeries::add(const Cell& cell) {
  cells_.push_back(cell);
  seconds_ += cell.seconds;
  sum_.counted += cell.units.counted;
  sum_.all += cell.units.all;
}

std::optional<double> LossSeries::share() const {
  if (sum_.all <= 0) return std::nullopt;
  return std::clamp(sum_.counted / sum_.all, 0.0, 1.0);
}

namespace {

/// `after` lost no smaller share than `before`.
LossDifference difference_of_more(const LossSeries& before, const LossSeries& after) {
  const double shorter = std::min(before.seconds(), after.seconds());
  const double longer = std::max(before.seconds(), after.seconds());
  LossDifference result;
  result.needed_s = kFewestBlocks * kShortestBlock;
  if (shorter <= 0) return result;
  const double cell_s = std::max({kShortestCell, median_cell_s(before), median_cell_s(after), longer / kMostCells});
  const auto beyond = [&](const LossSeries& of) {
    return beyond_share(evenly(of, static_cast<std::size_t>(std::max(of.seconds() / cell_s + 0.5, 1.0))));
  };
  result.correlation_s = cell_s * correlation_cells({beyond(before), beyond(after)});
  const auto least_block_s = [&](double times) {
    return std::max({times * result.correlation_s, kShortestBlock, 2 * cell_s});
  };
  result.needed_s = kFewestBlocks * least_block_s(kTimesCorrelation);
  const bool enough = shorter >= result.needed_s;
  const double usual_s = std::min(shorter / kUsualBlocks, longer / kMostBlocks);
  const double least_s = least_block_s(kLeastTimesCorrelation);
  const double few_s = shorter / (shorter >= kFewForClear * least_s ? kFewForClear : kFewestForClear);
  if (!enough && few_s < least_s) return result;
  const double block_s = enough ? std::max(result.needed_s / kFewestBlocks, usual_s) : few_s;
  const auto blocks = [&](const LossSeries& of) {
    return evenly(of, static_cast<std::size_t>(of.seconds() / block_s + 1e-6));
  };
  const Pair pair{blocks(before), blocks(after), 1 + result.correlation_s / (block_s - result.correlation_s)};
  const double difference = sums_of(pair.after).share() - sums_of(pair.before).share();
  const bool differ = difference != 0 && rejected(pair, 0);
  if (enough || differ)
    result.interval = agreeing(newcombe(pair, before.seconds(), after.seconds()), pair, difference, differ);
  return result;
}

}  // namespace

LossDifference loss_difference(const LossSeries& before, const LossSeries& after) {
  if (after.share() >= before.share()) return difference_of_more(before, after);
  LossDifference result = difference_of_more(after, before);
  if (result.interval) result.interval = Interval95{-result.interval->high, -result.interval->low};
  return result;
}

}  // namespace jitterscope
