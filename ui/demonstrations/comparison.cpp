#include "ui/demonstrations/comparison.h"

#include <cmath>

#include "ui/words/text.h"

namespace jitterscope {

QString ratio_words(std::optional<double> before, std::optional<double> after) {
  if (!before || !after) return {};
  if (*before <= 0 && *after <= 0) return "0 in both";
  if (*after <= 0) return "down to 0";
  if (*before <= 0) return "up from 0";
  const double ratio = *before / *after;
  if (ratio > 0.95 && ratio < 1.05) return "about the same";
  return ratio > 1 ? figure(ratio) + " × lower" : figure(1 / ratio) + " × higher";
}

QString longer_words(std::optional<double> before_ms, std::optional<double> after_ms) {
  if (!before_ms || !after_ms) return {};
  const double more = *after_ms - *before_ms;
  if (std::abs(more) < 0.02 * std::max(*before_ms, *after_ms)) return "about the same";
  return figure(std::abs(more), "ms") + (more > 0 ? " longer" : " shorter");
}

ComparisonRow share_row(const QString& name, const QString& tip, std::optional<double> DemonstrationHalf::*share) {
  return {name, tip, [share](const DemonstrationHalf& half) { return percent(half.*share); },
          [share](const DemonstrationHalf& before, const DemonstrationHalf& after) {
            return ratio_words(before.*share, after.*share);
          }};
}

}  // namespace jitterscope
