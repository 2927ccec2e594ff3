#pragma once
// What was seen in a demonstration, in words with numbers.
#include <string>

#include "core/measures/views/snapshot.h"

namespace jitterscope {

/// A few sentences. Empty when there is nothing to compare.
std::string demonstration_sentence(DemonstrationKind kind, const DemonstrationHalf& before,
                                   const DemonstrationHalf& after);

}  // namespace jitterscope
