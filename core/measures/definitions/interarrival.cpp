#include "core/measures/definitions/interarrival.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/stats/percentiles.h"

namespace jitterscope {
namespace {

std::vector<double> differences_ms(std::span<const Timestamp> received) {
  std::vector<double> result;
  result.reserve(received.size());
  for (std::size_t i = 1; i < received.size(); ++i) result.push_back((received[i] - received[i - 1]).ms());
  return result;
}

ExceedanceReport exceedances_above(double threshold_ms, int n, std::span<const Timestamp> received) {
  ExceedanceReport report{n, threshold_ms, std::nullopt, std::nullopt};
  std::optional<Timestamp> previous;
  std::int64_t count = 0;
  Moments spacing;
  for (std::size_t i = 1; i < received.size(); ++i) {
    if ((received[i] - received[i - 1]).ms() <= threshold_ms) continue;
    ++count;
    if (previous) spacing.add((received[i] - *previous).ms());
    previous = received[i];
  }
  report.share = static_cast<double>(count) / static_cast<double>(received.size() - 1);
  if (spacing.count()) report.spacing_ms = SpacingReport{*spacing.min(), *spacing.mean(), *spacing.max()};
  return report;
}

}  // namespace

InterarrivalReport report_of_moments(const Moments& moments) {
  InterarrivalReport r;
  r.n = moments.count();
  r.mean = moments.mean();
  r.variance = moments.variance();
  r.stddev = moments.stddev();
  r.skew = moments.skew();
  r.excess_kurtosis = moments.excess_kurtosis();
  r.min = moments.min();
  r.max = r.range = moments.max();
  if (r.stddev && *r.mean > 0) r.cv = *r.stddev / *r.mean;
  return r;
}

InterarrivalReport interarrival_report(std::span<const Timestamp> received) {
  std::vector<double> x = differences_ms(received);
  Moments moments;
  for (double value : x) moments.add(value);
  InterarrivalReport r = report_of_moments(moments);
  if (r.n == 0) return r;
  double deviation = 0;
  for (double value : x) deviation += std::abs(value - *r.mean);
  r.absolute_deviation = deviation;
  r.average_deviation = deviation / static_cast<double>(r.n);
  const auto percentiles = percentiles_by_selection<3>(x, {0.50, 0.95, 0.99});
  r.p50 = percentiles[0];
  r.p95 = percentiles[1];
  r.p99 = percentiles[2];
  return r;
}

std::array<ExceedanceReport, 3> exceedance_report(std::span<const Timestamp> received, const InterarrivalReport& x) {
  std::array<ExceedanceReport, 3> reports;
  for (int n = 1; n <= 3; ++n) {
    auto& report = reports[static_cast<std::size_t>(n - 1)];
    report.n = n;
    if (x.stddev) report = exceedances_above(*x.mean + n * *x.stddev, n, received);
  }
  return reports;
}

}  // namespace jitterscope
