#pragma once
// Why a row of a comparison has too few values, and how many seconds of each stretch would do.
#include <string>
#include <string_view>

#include "core/measures/compare/loss_difference.h"
#include "core/measures/compare/stretch_figures.h"

namespace jitterscope {

/// "Before", "After" or "Before and after": where a sentence holds.
std::string_view where(bool before, bool after);

/// Says in a sentence or two why a figure has no interval. `before_s` and `after_s` are the lengths of the stretches.
std::string too_few_words(const StretchFigure& before, const StretchFigure& after, double before_s, double after_s);
/// Says the same of losses.
std::string too_few_losses(const LossDifference&, double before_s, double after_s);

}  // namespace jitterscope
