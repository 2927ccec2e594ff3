// The cells of claypool98.priority, measured on this machine.
#include <fmt/format.h>

#include <cmath>

#include "core/base/realtime/processors.h"
#include "core/base/realtime/watchdog.h"
#include "core/lab/claypool98/priority_lab.h"
#include "core/lab/engine/counter_load.h"
#include "core/lab/engine/lab.h"
#include "core/lab/engine/lab_settings.h"

namespace jitterscope {
namespace {

constexpr int kFewestPackets = 20;

/// One round through the table: counters are added from load to load.
bool measure_stream_round(const LabRun& run, const StreamPlan& plan, double& done, double all, Claypool98Table& table,
                          std::string& error) {
  CounterLoad counters;
  double counting = 0;
  for (std::size_t load = 0; load < table.loads.size(); ++load) {
    for (; counting < table.loads[load]; ++counting)
      if (!counters.add(plan.receiver_processor, error)) return false;
    for (std::size_t c = 0; c < table.classes.size(); ++c) {
      run.progress(done++ / all, fmt::format("{}, {:g} counters", table.classes[c].name, table.loads[load]));
      StreamPlan one = plan;
      one.receiver = table.classes[c].setting;
      const auto figures = run_stream(one, error);
      if (!figures || !counters.all_count(error)) return false;
      table.cells[c][load].push_back(*figures);
    }
  }
  return true;
}

void describe_claypool98_priority_live(const LabRun& run, const StreamPlan& plan, double work_ms, LabResult& result) {
  result.machine = this_machine();
  result.parameters = {
      {"period_ms", plan.period.ms()},
      {"packets_per_run", double(plan.packets)},
      {"repetitions", number(run, "repetitions")},
      {"work_ms", std::round(work_ms * 1000) / 1000},
      {"work", "a JPEG of 640 pixels' width decoded by the receiving thread; median on the idle processor"},
      {"receiver_processor", double(plan.receiver_processor)},
      {"sender_processor", double(plan.sender_processor)},
      {"counters", "processes in the normal class, in this session, on the receiver's processor"},
      {"order", "repetitions outermost, then counters, then classes"},
      {"fit", "least squares over every run; 95 % bounds by Student's t with n - 2 degrees of freedom"}};
}

}  // namespace

bool run_claypool98_priority(const LabRun& run, Claypool98Table& table, LabResult& result, std::string& error) {
  const auto processors = allowed_processors();
  StreamPlan plan{.period = Duration::from_ms(number(run, "period-ms")),
                  .packets = scaled_count(run, "packets", kFewestPackets),
                  .receiver = {},
                  .receiver_processor = processors.back(),  // interrupts mostly go to the first
                  .sender_processor = processors.front()};
  const auto work = decoding_work(number(run, "work-ms"), plan.receiver_processor, error);
  if (!work) return false;
  plan.work = work->picture.view();
  const Watchdog watchdog({}, [](const Demotion&) {});  // the stream sees at its end that its class is lost
  const int repetitions = static_cast<int>(number(run, "repetitions"));
  const double all = static_cast<double>(repetitions) * static_cast<double>(table.loads.size() * table.classes.size());
  double done = 0;
  for (int repetition = 0; repetition < repetitions; ++repetition)
    if (!measure_stream_round(run, plan, done, all, table, error)) return false;
  describe_claypool98_priority_live(run, plan, work->ms, result);
  return true;
}

}  // namespace jitterscope
