#pragma once
// Views that are told to remotes and threads of a call, in no snapshot: each is made for who wants it, and as often.
#include <optional>

#include "core/measures/tracks/table/view_making.h"

namespace jitterscope {

/// Analysis thread.
class ToldViews {
 public:
  /// Somebody wants it, and it is time; says that it is made now.
  bool due(const Interests& wanted, ViewKind view, Timestamp now, std::optional<Medium> medium = {}) {
    const auto period = wanted.period(view, {}, medium);
    const ViewsMade::Of of{view, {}, medium, 0};
    if (!period || !made_.is_due(of, *period, now)) return false;
    made_.note(of, now);
    return true;
  }
  /// All that is wanted is due.
  void renew() { made_.at.clear(); }
  /// How often each was made, added to `counts`.
  void add_to(ViewCounts& counts) const {
    for (std::size_t i = 0; i < kViews; ++i) counts[i] += made_.counts[i];
  }

 private:
  ViewsMade made_;
};

}  // namespace jitterscope
