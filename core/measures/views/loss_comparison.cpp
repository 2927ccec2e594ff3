#include "core/measures/views/loss_comparison.h"

#include <fmt/format.h>

#include "core/base/units/three_digits.h"
#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/figure_difference.h"

namespace jitterscope {

LossChange compare_losses(const LossShare& before, const LossShare& after) {
  if (!before.share || !after.share) return LossChange::kUnknown;
  if (*before.share <= 0 && *after.share <= 0) return LossChange::kNone;
  if (!before.low || !before.high || !after.low || !after.high) return LossChange::kUndecided;
  if (*after.high < *before.low) return LossChange::kLower;
  return *before.high < *after.low ? LossChange::kHigher : LossChange::kUndecided;
}

std::string loss_change_words(const LossShare& before, const LossShare& after, std::string_view before_name,
                              std::string_view after_name) {
  const auto none = [](std::string_view name, const LossShare& loss) {
    return fmt::format("{} lost none ({})", name, interval_words(loss));
  };
  switch (compare_losses(before, after)) {
    case LossChange::kUnknown: return {};
    case LossChange::kNone: return "none lost in either";
    case LossChange::kUndecided: return before.low && after.low ? kMayBeChance : "too short to tell";
    case LossChange::kLower:
      return *after.share > 0 ? three_digits(*before.share / *after.share) + " × lower" : none(after_name, after);
    case LossChange::kHigher:
      return *before.share > 0 ? three_digits(*after.share / *before.share) + " × higher" : none(before_name, before);
  }
  return {};
}

std::string loss_words(const LossShare& loss) {
  return loss.share ? three_digits(*loss.share * 100) + " %" : "–";
}

std::string interval_words(const LossShare& loss) {
  if (!loss.share || !loss.low || !loss.high) return {};
  if (*loss.share <= 0) return "at most " + three_digits(*loss.high * 100) + " %";
  return three_digits(*loss.low * 100) + "–" + three_digits(*loss.high * 100) + " %";
}

}  // namespace jitterscope
