#include "app/doctor/checks.h"

#include <fmt/format.h>
#include <ctime>

#include <fstream>

#include "app/provenance/system_facts.h"
#include "core/base/realtime/clock.h"
#include "core/events/audio_block.h"

namespace jitterscope::doctor {
namespace {

/// Of the monotonic clock in this time namespace against the machine's, s. 0 where there are no such namespaces.
double namespace_offset_s() {
  std::ifstream file("/proc/self/timens_offsets");
  std::string clock;
  for (double seconds = 0, ns = 0; file >> clock >> seconds >> ns;)
    if (clock == "monotonic") return seconds + ns / 1e9;
  return 0;
}

}  // namespace

Check check_clock_source() {
  const std::string folder = "/sys/devices/system/clocksource/clocksource0/";
  const auto current = first_line(folder + "current_clocksource"), all = first_line(folder + "available_clocksource");
  Check check{"clock.source", "Clock source", {}};
  check.figures = {{"current", known(current), ""}, {"available", known(all), ""}};
  if (!current) {
    check.missing("The kernel does not tell: /sys is not mounted here, as in some containers.");
  } else if (*current == "hpet" || *current == "acpi_pm" || *current == "jiffies" || *current == "refined-jiffies") {
    check.limited(
        "Reading this clock takes a microsecond or more: choose tsc (or the virtual machine's own) with the "
        "kernel option clocksource=tsc, if the processor's is steady.");
  }
  return check;
}

Check check_timer_tick() {
  timespec fine{};
  clock_getres(CLOCK_MONOTONIC, &fine);
  const Duration tick = timer_tick(), step = Duration::seconds(fine.tv_sec) + Duration::ns(fine.tv_nsec);
  Check check{"clock.tick", "Timer tick", {{"tick", tick.ms(), "ms"}, {"timer_step", step.ns(), "ns"}}};
  if (step <= Duration::us(1)) return check;
  check.limited("Timers fire only at ticks: boot without highres=off, on a kernel with high-resolution timers.");
  return check;
}

Check check_time_namespace() {
  const auto id = read_boot_id();
  const double offset = namespace_offset_s();
  Check check{"clock.namespace", "Time namespace", {}};
  check.figures = {{"clock_id", known(id), ""}, {"monotonic_offset", offset, "s"}};
  if (!id) {
    check.missing(
        "The kernel does not tell whose clock this is: two ends on this machine compare clocks over the "
        "network, as between machines.");
  } else if (offset != 0) {
    check.limited(
        "This program's clock is set apart from the machine's (container or `unshare --time`): an end "
        "outside compares clocks over the network; start both in one namespace to share the clock.");
  }
  return check;
}

Check check_audio_blocks() {
  const Duration tick = timer_tick();
  Check check{"audio.block", "Audio blocks and the tick", {}};
  for (const int bytes : {80, 160, kFreeAudioBlock, kUsualAudioBlock}) {
    const std::int64_t ticks = ticks_of_audio_block(bytes, tick);
    check.figures.push_back({fmt::format("{}_bytes", bytes),
                             fmt::format("{:.4g} ms ({})", audio_block_length(bytes).ms(),
                                         ticks > 0 ? fmt::format("locks: {} ticks", ticks) : "free"),
                             ""});
  }
  const std::string sentence = phase_lock_sentence(kUsualAudioBlock, tick);
  if (sentence.empty()) return check;
  check.limited(fmt::format("{} Use --audio-block {}.", sentence, kFreeAudioBlock));
  return check;
}

}  // namespace jitterscope::doctor
