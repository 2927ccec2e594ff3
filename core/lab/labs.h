#pragma once
// All experiments: the command line and the window choose from these.
#include <string_view>
#include <vector>

#include "core/lab/engine/lab.h"

namespace jitterscope {

/// The definition of every file core/lab/PAPER/NAME_lab.cpp, in the order of their names.
const std::vector<LabDefinition>& all_labs();
/// The same in the order in which they are shown.
const std::vector<LabDefinition>& labs();
/// nullptr: there is none of that name.
const LabDefinition* find_lab(std::string_view name);

}  // namespace jitterscope
