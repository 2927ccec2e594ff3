#pragma once
// Parameters of a lab's run as numbers.
#include <optional>
#include <string>
#include <vector>

#include "core/lab/engine/lab.h"

namespace jitterscope {

/// A parameter with `low` … `high`: run_lab has checked it.
inline double number(const LabRun& run, const char* name) {
  return std::stod(run.settings.at(name));
}

/// "0,2,6": up to 32 numbers of `low` … `high` joined by commas, sorted, each once. nullopt: it is something else.
std::optional<std::vector<double>> parse_numbers(const std::string& words, double low, double high);

}  // namespace jitterscope
