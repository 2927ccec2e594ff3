// Slower and with longer queues than two-stream, but it goes by the verdicts, and by loss and delays far above the
// base, where a queue already full shows no trend: to watch them, and what L, U and an epsilon above the noise floor
// change.
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
