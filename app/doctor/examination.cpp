#include "app/doctor/examination.h"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "app/doctor/class_checks.h"
#include "app/doctor/clock_checks.h"
#include "app/doctor/kernel_stamps.h"
#include "app/doctor/link_rights.h"
#include "app/doctor/scheduler_checks.h"
#include "app/doctor/socket_buffers.h"
#include "app/doctor/timer_error.h"
#include "core/base/realtime/clock.h"

namespace jitterscope::doctor {
namespace {

using Kind = PrioritySetting::Kind;
constexpr std::array kKinds{Kind::kDefault, Kind::kNice, Kind::kRealtime, Kind::kRoundRobin};
constexpr Duration kCountersSettle = Duration::ms(200);  // until new counters count

}  // namespace

std::vector<Check> Examination::run() const {
  std::vector<Check> checks = check_classes();
  checks.push_back(check_rtkit());
  checks.push_back(check_throttling());
  checks.push_back(check_autogroup());
  progress("timers, idle");
  for (const Kind kind : kKinds) checks.push_back(check_timer(kind, 0));
  if (!quick) {
    progress("timers beside counter processes");
    const int counters = begin_load(static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN))));
    sleep_until(monotonic_now() + kCountersSettle);
    if (counters > 0)
      for (const Kind kind : kKinds) checks.push_back(check_timer(kind, counters));
    end_load();
  }
  progress("sockets");
  checks.push_back(check_kernel_stamps());
  checks.push_back(check_transmit_stamps());
  checks.push_back(check_socket_buffers());
  checks.push_back(check_clock_source());
  checks.push_back(check_timer_tick());
  checks.push_back(check_time_namespace());
  checks.push_back(check_audio_blocks());
  checks.push_back(check_cores());
  for (const Check& check : check_devices(devices)) checks.push_back(check);
  checks.push_back(check_display());
  checks.push_back(check_link_rights());
  return checks;
}

}  // namespace jitterscope::doctor
