#pragma once
// latecki04's controller, and what of the reports it listens to.
#include <cstdint>
#include <memory>

#include "core/rate/rate_controller.h"

namespace jitterscope {

enum class TwoStreamEar : std::uint8_t {
  kAll,         // whatever tells of a queue soonest: rises of 8 packets, waits behind our own packets, the trend
  kTrendAlone,  // as the paper: the verdict; loss and a delay far above the base where it is blind
};

std::unique_ptr<RateController> make_two_stream(const RateControlSetting& setting, TwoStreamEar ear);

}  // namespace jitterscope
