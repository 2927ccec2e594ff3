#pragma once
// nahrstedt94's way to show delays: moments, and a box plot (footnote 1).
#include <cstdint>
#include <optional>
#include <vector>

namespace jitterscope {

/// Of values in any unit. Quartiles by linear interpolation between the sorted values; each whisker ends at the last
/// value within 1.5 interquartile ranges of its quartile; outliers are beyond, ascending.
struct BoxPlot {
  std::int64_t n = 0;
  double mean = 0;
  std::optional<double> variance;  // n − 1; needs two values
  double low_quartile = 0, median = 0, high_quartile = 0, low_whisker = 0, high_whisker = 0;
  std::vector<double> outliers;
};

/// nullopt for no values.
std::optional<BoxPlot> box_plot(std::vector<double> values);

}  // namespace jitterscope
