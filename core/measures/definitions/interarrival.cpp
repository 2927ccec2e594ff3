#include "core/measures/definitions/interarrival.h"

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
  put_deviations(r, [&](auto visit) {
    for (double value : x) visit(value, 1);
  });
  const auto percentiles = percentiles_by_selection<3>(x, {0.50, 0.95, 0.99});
  r.p50 = percentiles[0];
  r.p95 = percentiles[1];
  r.p99 = percentiles[2];
  return r;
}

ExceedanceReport Exceedances::report() const {
  ExceedanceReport report = report_;
  report.share = static_cast<double>(count_) / static_cast<double>(of_);
  if (spacing_.count()) report.spacing_ms = SpacingReport{*spacing_.min(), *spacing_.mean(), *spacing_.max()};
  return report;
}

std::array<ExceedanceReport, 3> exceedance_report(std::span<const Timestamp> received, const InterarrivalReport& x) {
  return exceedance_reports(x, [&](Exceedances& exceedances) {
    for (std::size_t i = 1; i < received.size(); ++i) {
      const double interval_ms = (received[i] - received[i - 1]).ms();
      exceedances.count(interval_ms);
      exceedances.space(interval_ms, received[i]);
    }
  });
}

}  // namespace jitterscope
