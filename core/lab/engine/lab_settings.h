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

/// "shaping=a,c": a factor and its levels, parted by commas; within braces commas are part of a level, as in
/// "link={rate=1mbit,queue=8},off". nullopt: `error` says what is wrong.
std::optional<LabFactor> parse_factor(const std::string& words, std::string& error);
/// The words that parse_factor() reads.
std::string to_string(const LabFactor& factor);

}  // namespace jitterscope
