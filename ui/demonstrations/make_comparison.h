#pragma once
#include <memory>

#include "ui/demonstrations/comparison.h"

namespace jitterscope {

/// Of the halves of such a demonstration, without a parent. GUI thread.
std::unique_ptr<HalvesComparison> make_comparison(DemonstrationKind kind);

}  // namespace jitterscope
