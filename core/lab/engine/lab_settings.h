#pragma once
// Parameters of a lab's run as numbers.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/lab/engine/lab.h"

namespace jitterscope {

/// A parameter with `low` … `high`: run_lab has checked it.
inline double number(const LabRun& run, const char* name) {
  return std::stod(run.settings.at(name));
}

/// A count, times the run's scale, at least `least`.
inline int scaled_count(const LabRun& run, const char* name, int least) {
  return std::max(static_cast<int>(std::lround(number(run, name) * run.scale)), least);
}

/// "0,2,6": up to 32 numbers of `low` … `high` joined by commas, sorted, each once. nullopt: it is something else.
std::optional<std::vector<double>> parse_numbers(const std::string& words, double low, double high);

}  // namespace jitterscope
