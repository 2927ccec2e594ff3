// Slower and with longer queues than two-stream, but all that it does is what the verdicts say: to watch them, and what
// L, U and epsilon change.
#include "core/rate/two_stream.h"

namespace jitterscope {

RateControllerDefinition two_stream_trend_controller() {
  return {.name = "two-stream-trend",
          .label = "Two-stream, by the trend alone",
          .follows_limits = true,
          .make = [](const RateControllerInput& input, std::string&) {
            return make_two_stream(input.setting, TwoStreamEar::kTrendAlone);
          }};
}

}  // namespace jitterscope
