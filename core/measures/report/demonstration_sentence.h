#pragma once
// What was seen in a demonstration, in words with numbers.
#include <string>

#include "core/events/demonstration.h"

namespace jitterscope {

struct DemonstrationHalf;
struct DemonstrationView;

/// A few sentences. Empty when there is nothing to compare. `last`: no repetition is to come or has been stopped.
std::string demonstration_sentence(const DemonstrationView& view, bool last = true);

/// Both halves are known, and what they are about may not differ at all: harder conditions may show more. Of rate
/// control never.
bool is_undecided(DemonstrationKind kind, const DemonstrationHalf& before, const DemonstrationHalf& after);

/// One of rate control whose reports of the sound have stayed away for ten seconds of the half that runs, or ran when
/// it was stopped: nothing can be compared, and the controller has nothing to go by.
bool lacks_reports(const DemonstrationView& view);

}  // namespace jitterscope
