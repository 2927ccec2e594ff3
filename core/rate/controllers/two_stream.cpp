#include "core/rate/two_stream.h"

namespace jitterscope {

RateControllerDefinition two_stream_controller() {
  return {.name = "two-stream",
          .label = "Two-stream (latecki04)",
          .follows_limits = true,
          .make = [](const RateControllerInput& input, std::string&) {
            return make_two_stream(input.setting, TwoStreamEar::kAll);
          }};
}

}  // namespace jitterscope
