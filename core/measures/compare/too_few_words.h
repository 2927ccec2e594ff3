#pragma once
// Why a row of a comparison has too few values, and how many seconds of each stretch would do.
#include <string>
#include <string_view>

#include "core/measures/compare/loss_difference.h"
#include "core/measures/compare/stretch_figures.h"

namespace jitterscope {

/// "Before", "After" or "Before and after": where a sentence holds.
std::string_view where(bool before, bool after);

/// A sentence or two. The lengths of both stretches in seconds.
std::string too_few_words(const StretchFigure& before, const StretchFigure& after, double before_s, double after_s);
/// The same of losses.
std::string too_few_losses(const LossDifference&, double before_s, double after_s);

}  // namespace jitterscope
