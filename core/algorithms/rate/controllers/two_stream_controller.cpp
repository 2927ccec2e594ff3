#include "core/algorithms/rate/two_stream.h"

namespace jitterscope {

RateControllerDefinition two_stream_controller() {
  return {.name = "two-stream",
          .label = "two-stream: ours, after latecki04",
          .follows_limits = true,
          .make = [](const RateControllerInput& input, std::string&) { return make_two_stream(input.setting); }};
}

}  // namespace jitterscope
