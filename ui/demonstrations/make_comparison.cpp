#include "ui/demonstrations/make_comparison.h"

#include "ui/demonstrations/priority_comparison.h"
#include "ui/demonstrations/rate_comparison.h"
#include "ui/demonstrations/shaping_comparison.h"

namespace jitterscope {

std::unique_ptr<HalvesComparison> make_comparison(DemonstrationKind kind) {
  switch (kind) {
    case DemonstrationKind::kPriority: return std::make_unique<PriorityComparison>();
    case DemonstrationKind::kRateControl: return std::make_unique<RateComparison>();
    case DemonstrationKind::kShaping: break;
  }
  return std::make_unique<ShapingComparison>();
}

}  // namespace jitterscope
