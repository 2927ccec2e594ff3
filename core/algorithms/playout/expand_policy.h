#pragma once
// The E-policy (claypool98 §8.1; Naylor and Kleinrock 1982): nothing is thrown away, time expands. A unit that comes
// late is played at once, and all that follows moves back with it for good.
#include "core/algorithms/playout/playout_offset.h"

namespace jitterscope {

class ExpandPolicy : public PlayoutPolicy {
 public:
  std::optional<Timestamp> take(const PlayoutArrival& unit) override;
  Duration delay() const override;
  void restart() override;

 private:
  ReferenceTransit reference_;
  PlayoutOffset offset_;
};

}  // namespace jitterscope
