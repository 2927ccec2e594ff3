#pragma once
// Our controller after latecki04: its search and break, and whatever tells of a queue soonest besides the trend.
#include <memory>

#include "core/algorithms/rate/rate_controller.h"

namespace jitterscope {

std::unique_ptr<RateController> make_two_stream(const RateControlSetting& setting);

}  // namespace jitterscope
