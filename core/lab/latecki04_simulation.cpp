#include "core/lab/latecki04_simulation.h"

namespace jitterscope {

LinkSettings RateScenario::latecki04_link() {
  std::string error;
  return *LinkSettings::parse("up:rate=100kbit,limit=32000b,delay=53ms;down:delay=53ms", error);
}
RateControlSetting RateScenario::two_stream() {
  RateControlSetting setting;
  setting.controller = "two-stream";
  return setting;
}
std::optional<RateRun> simulate(const RateScenario&, std::uint64_t, std::string& error) {
  error = "The simulation of latecki04 is not there yet.";
  return std::nullopt;
}
RateFigures figures_of(const RateScenario&, const RateRun&) {
  return {};
}

}  // namespace jitterscope
