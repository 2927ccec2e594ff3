#pragma once
// The machine of a live run, for its result.
#include <string>
#include <utility>
#include <vector>

namespace jitterscope {

/// Kernel and number of processors. No names: results are shared.
std::vector<std::pair<std::string, std::string>> this_machine();

}  // namespace jitterscope
