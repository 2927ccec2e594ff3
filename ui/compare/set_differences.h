#pragma once
// What was set otherwise in one stretch of a call than in another.
#include <vector>

#include <QString>

#include "core/measures/views/logged_change.h"

namespace jitterscope {

struct SetStretch {
  const std::vector<LoggedChange>& log;  // of the whole call, in order of time
  double from_s, to_s;
};

/// "Shaping C → A", "remote: Shaping C → A", by what was in force when each began; settings of one kind that went the
/// same way are one. Of two calls only what both tell of; of `one_call` a dash is what had not been set yet. Empty:
/// nothing was.
std::vector<QString> set_differences(const SetStretch& before, const SetStretch& after, bool one_call);

/// How often something was set within it, by either end; what both say as the call begins is not counted.
int changes_within(const SetStretch&);

}  // namespace jitterscope
