#pragma once
// Interarrival measures of claypool98 §3 and crowcroft92 Tables 2-7.
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/stats/moments.h"
#include "core/base/units/time.h"
#include "core/measures/views/interarrival_report.h"

namespace jitterscope {

/// What moments in ms say; deviations and percentiles are left absent.
InterarrivalReport report_of_moments(const Moments&);

/// Deviations from the report's mean. `each(visit)` calls visit(interval ms, how many) for all of its n > 0 intervals.
template <typename Each>
void put_deviations(InterarrivalReport& report, Each each) {
  double deviation = 0;
  each([&](double x, std::int64_t n) { deviation += std::abs(x - *report.mean) * static_cast<double>(n); });
  report.absolute_deviation = deviation;
  report.average_deviation = deviation / static_cast<double>(report.n);
}

/// Intervals longer than mean + n stddev, and the spacing between the times that end them.
class Exceedances {
 public:
  /// Of a report with a stddev.
  Exceedances(int n, const InterarrivalReport& x) : report_{n, *x.mean + n * *x.stddev, {}, {}}, of_(x.n) {}

  void count(double interval_ms, std::int64_t times = 1) { count_ += is_one(interval_ms) ? times : 0; }
  /// In order of time.
  void space(double interval_ms, Timestamp end) {
    if (!is_one(interval_ms)) return;
    if (previous_) spacing_.add((end - *previous_).ms());
    previous_ = end;
  }
  ExceedanceReport report() const;

 private:
  bool is_one(double interval_ms) const { return interval_ms > *report_.threshold_ms; }

  ExceedanceReport report_;
  std::int64_t of_ = 0, count_ = 0;
  std::optional<Timestamp> previous_;
  Moments spacing_;
};

/// For n = 1, 2, 3: fill(Exceedances&) is called for each, unless there is no stddev.
template <typename Fill>
std::array<ExceedanceReport, 3> exceedance_reports(const InterarrivalReport& x, Fill fill) {
  std::array<ExceedanceReport, 3> reports;
  for (int n = 1; n <= 3; ++n) {
    ExceedanceReport& report = reports[static_cast<std::size_t>(n - 1)];
    report.n = n;
    if (!x.stddev) continue;
    Exceedances exceedances(n, x);
    fill(exceedances);
    report = exceedances.report();
  }
  return reports;
}

/// `received` = receive times of distinct packets in arrival order.
InterarrivalReport interarrival_report(std::span<const Timestamp> received);
std::array<ExceedanceReport, 3> exceedance_report(std::span<const Timestamp> received, const InterarrivalReport&);

}  // namespace jitterscope
