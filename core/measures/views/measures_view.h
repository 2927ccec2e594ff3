#pragma once
// The figures of one received stream over one stretch of time, as panels draw them: claypool98 §3, crowcroft92 Tables
// 2-7.
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/measures/views/analysis_query.h"
#include "core/measures/views/compensation_report.h"
#include "core/measures/views/interarrival_report.h"

namespace jitterscope {

struct HistogramBin {
  double low_ms = 0, high_ms = 0;  // low ≤ x < high
  std::int64_t count = 0;
};

/// nahrstedt94's box plot of one slice of the stretch.
struct BoxView {
  double from_s = 0, to_s = 0;  // seconds since the call began
  std::int64_t n = 0;
  double mean = 0, low_quartile = 0, median = 0, high_quartile = 0, low_whisker = 0, high_whisker = 0;  // ms
  std::vector<double> outliers;  // at most 50, the farthest
};

/// A spike of the delay that comes back (crowcroft92 §4).
struct PeriodicSpike {
  double period_s = 0;
  double strength = 0;   // autocorrelation of the delay there, 0 … 1
  double height_ms = 0;  // median of the spikes above the median delay
};

struct MeasuresView {
  AnalysisQuery query;              // what was asked for
  double from_s = 0, to_s = 0;      // the stretch found, seconds since the call began
  InterarrivalReport interarrival;  // with the reflection remedy if asked for: variance and what follows from it
  std::array<ExceedanceReport, 3> exceedances;
  std::vector<HistogramBin> linear, logarithmic;  // of interarrival; at most 200 bins each
  std::vector<CurvePoint> cdf;                    // {interarrival ms, percent not longer}, at most 500 points
  std::vector<BoxView> boxes;                     // at most 12 slices of the stretch, of interarrival
  std::vector<CurvePoint> autocorrelation;        // of the delay, {lag s, −1 … 1}; empty where delays are unknown
  std::optional<PeriodicSpike> spike;             // absent: none was found
};

}  // namespace jitterscope
