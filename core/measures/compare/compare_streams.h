#pragma once
// Before and after: what changed between two stretches of a stream, or of streams of two calls, and whether chance may
// have made it.
#include <vector>

#include "core/measures/compare/stretch_figures.h"
#include "core/measures/compare/told_figures.h"
#include "core/measures/views/comparison.h"

namespace jitterscope {

/// The rows of the table. Both are received streams of one medium, and share no packets. A difference's interval is
/// made from those of its two sides (Zou and Donner 2008; of shares Newcombe 1998).
std::vector<ComparedFigure> compare(const StretchFigures& before, const StretchFigures& after);
/// The same of a stream that was sent.
std::vector<ComparedFigure> compare(const ToldFigures& before, const ToldFigures& after);

}  // namespace jitterscope
