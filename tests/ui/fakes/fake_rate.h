#pragma once
// Made-up rate control of a call: a queue before a link whose rate falls and rises, tests of its delays, and a search
// for what passes. Deterministic.
#include <memory>

#include "core/events/names.h"

namespace jitterscope {

struct RateView;

/// The link falls from 220 to 140 kbit/s 45 s before the end; the search, its breaks and a probe follow.
RateView make_rate_view(Direction, double elapsed_s);
std::shared_ptr<const RateView> share(RateView);

}  // namespace jitterscope
