#pragma once
// All experiments: the command line and the window choose from these.
#include <string_view>
#include <vector>

#include "core/lab/engine/lab.h"

namespace jitterscope {

const std::vector<LabDefinition>& labs();
/// nullptr: there is none of that name.
const LabDefinition* find_lab(std::string_view name);

}  // namespace jitterscope
