#pragma once
// How far an axis has to reach so that a few high values do not flatten all others.
#include <vector>

namespace jitterscope {

struct EnvelopeSlot;

/// The largest of the tops of `entries` (NaN: no value there) that is to be seen on an axis which is `least` long at
/// least. What is left out is far above all else, takes a twentieth of the entries at most, and is over, or has only
/// begun: of an end that `goes_on` the last second may be left out, what lasts longer may not.
double scale_top(const std::vector<EnvelopeSlot>& entries, double least, bool goes_on);

}  // namespace jitterscope
