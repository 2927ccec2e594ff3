// Schedules of rates, and a controller that replays them.
#include "core/algorithms/rate/rate_controller.h"
#include "core/record/trace/rate_schedule.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string error;
  const auto schedule = parse_rate_schedule(text_of(data, size), error);
  require(schedule.has_value() || !error.empty(), "a bad schedule has a reason");
  if (!schedule) return 0;
  for (std::size_t i = 1; i < schedule->size(); ++i)
    require((*schedule)[i].at >= (*schedule)[i - 1].at, "times do not fall");
  RateControllerInput input;
  input.setting.controller = "replay";
  input.setting.argument = "file";
  input.schedule = *schedule;
  const auto controller = make_rate_controller(input, error);
  if (!controller) return 0;
  for (int step = 0; step < 20; ++step) controller->step(Timestamp::ns(0) + Duration::ms(500) * step);
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  return {input_of("at_s,kbps\n0,500\n12.5,300\n13,0\n20,1000.25\n"), input_of("\n at_s,kbps \r\n\r\n1, 20\r\n")};
}
