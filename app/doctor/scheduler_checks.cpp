#include "app/doctor/checks.h"

#include <sched.h>
#include <unistd.h>

#include "app/provenance/system_facts.h"

namespace jitterscope::doctor {

Check check_throttling() {
  const auto runtime = read_number("/proc/sys/kernel/sched_rt_runtime_us");
  const auto period = read_number("/proc/sys/kernel/sched_rt_period_us");
  Check check{"realtime.throttling", "Real-time throttling", {}};
  check.figures = {{"runtime", known(runtime), "us"}, {"period", known(period), "us"}};
  if (!runtime || !period) {
    check.missing("The kernel does not tell: /proc/sys is not readable here, as in some containers.");
  } else if (*runtime < 0) {
    check.limited(
        "Nothing stops a runaway real-time thread: set the usual guard with `sudo sysctl -w "
        "kernel.sched_rt_runtime_us=950000`.");
  } else if (*runtime * 2 < *period) {
    check.limited(
        "Real-time threads get less than half of each period: `sudo sysctl -w kernel.sched_rt_runtime_us=950000` sets "
        "the usual share.");
  }
  return check;
}

Check check_autogroup() {
  const auto enabled = read_number("/proc/sys/kernel/sched_autogroup_enabled");
  Check check{"scheduler.autogroup", "Autogroup", {}};
  check.figures = {{"enabled", enabled ? Value(*enabled != 0) : Value(false), ""}};
  if (enabled.value_or(0) == 0) return check;
  check.limited(
      "The kernel shares the processor among sessions first, so a nice value counts only against programs of the same "
      "terminal or session: load started here (--cpu-load) is in the same one; for other load use the real-time class, "
      "or `sudo sysctl -w kernel.sched_autogroup_enabled=0`.");
  return check;
}

Check check_cores() {
  cpu_set_t allowed;
  const int own = sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
  Check check{"machine.cores", "Cores", {}};
  check.figures = {{"online", std::int64_t{sysconf(_SC_NPROCESSORS_ONLN)}, ""}, {"allowed", std::int64_t{own}, ""}};
  if (own > 1) return check;
  check.limited(
      "Sender, receiver and codec share one core and delay each other: give the program a second one (virtual machine "
      "settings, taskset).");
  return check;
}

}  // namespace jitterscope::doctor
