#pragma once
// Curves as SVG pictures, for reports.
#include <string>
#include <vector>

#include "core/lab/engine/lab_result.h"

namespace jitterscope {

/// The series of one name before ": "; `curves` in order, `names` what stands after it.
struct SeriesGroup {
  std::string name;
  std::vector<std::string> names;
  std::vector<const LabSeries*> curves;
};
/// In order of appearance; points into `series`.
std::vector<SeriesGroup> series_groups(const std::vector<LabSeries>& series);

/// One picture with axes, ticks and a legend; both axes begin at 0 or below the least value.
std::string svg_plot(const SeriesGroup& group);

std::string xml_text(const std::string& text);  // & < > " made safe

}  // namespace jitterscope
