#pragma once
// How many marks the user has set.
#include <cstdint>

#include "core/events/kinds/marker.h"
#include "core/measures/tracks/table/wants.h"
#include "core/measures/views/view_set.h"

namespace jitterscope {

struct MarksCountView {
  std::int64_t marks = 0;
};

class MarksCount {
 public:
  using Wants = Events<Marker>;
  static constexpr ViewKind kView = ViewKind::kLog;

  void add(const Marker&) { ++marks_; }
  MarksCountView view(Timestamp) const { return {marks_}; }

 private:
  std::int64_t marks_ = 0;
};

}  // namespace jitterscope
