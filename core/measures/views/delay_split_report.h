#pragma once
// Where the delay of one finished stream went.
#include <array>
#include <cstdint>
#include <optional>

#include "core/events/delay_parts.h"
#include "core/events/names.h"

namespace jitterscope {

/// Where the delay goes (core/events/delay_parts.h), ms; absent = cannot be known.
struct DelayPartReport {
  std::int64_t n = 0;
  double mean = 0, p50 = 0, p95 = 0;
};

struct DelaySplitReport {
  std::optional<LatencyEnd> ends_at;  // of `whole`
  std::array<std::optional<DelayPartReport>, kDelayParts> parts;
  std::optional<DelayPartReport> whole;
};

}  // namespace jitterscope
