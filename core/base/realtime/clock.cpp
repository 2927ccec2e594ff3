#include "core/base/realtime/clock.h"

#include <sys/prctl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <fstream>

namespace jitterscope {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

Timestamp read_clock(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return Timestamp::ns(time.tv_sec * kSecond + time.tv_nsec);
}

ClockOffset measure_offset(clockid_t clock, int tries) {
  ClockOffset best;
  for (int i = 0; i < std::max(tries, 1); ++i) {
    const Timestamp before = read_clock(CLOCK_MONOTONIC);
    const Timestamp there = read_clock(clock);
    const Timestamp after = read_clock(CLOCK_MONOTONIC);
    const Duration half = (after - before) / 2;
    if (i == 0 || half < best.uncertainty) best = {there - (before + half), half};
  }
  return best;
}

}  // namespace

Timestamp monotonic_now() {
  return read_clock(CLOCK_MONOTONIC);
}
Timestamp boot_time_now() {
  return read_clock(CLOCK_BOOTTIME);
}
Timestamp realtime_now() {
  return read_clock(CLOCK_REALTIME);
}

ClockOffset measure_realtime_offset(int tries) {
  return measure_offset(CLOCK_REALTIME, tries);
}
ClockOffset measure_raw_offset(int tries) {
  return measure_offset(CLOCK_MONOTONIC_RAW, tries);
}

Duration timer_tick() {
  timespec step{};
  if (clock_getres(CLOCK_MONOTONIC_COARSE, &step) != 0) return {};
  return Duration::ns(step.tv_sec * kSecond + step.tv_nsec);
}

std::optional<std::string> read_boot_id() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string boot;
  if (!(file >> boot)) return std::nullopt;
  struct stat clocks {};  // absent before Linux 5.6, which had one namespace only
  return boot + "/" + (stat("/proc/self/ns/time", &clocks) == 0 ? std::to_string(clocks.st_ino) : "0");
}

Timestamp sleep_until(Timestamp deadline, Duration spin) {
  const Timestamp wake = deadline - std::clamp(spin, Duration::ns(0), kLongestSpin);
  Timestamp now = monotonic_now();
  if (now < wake) {
    const timespec until{wake.ns() / kSecond, wake.ns() % kSecond};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {}
    now = monotonic_now();
  }
  while (now < deadline) now = monotonic_now();
  return now;
}

bool set_finest_timer_slack() {
  return prctl(PR_SET_TIMERSLACK, 1UL) == 0;
}

}  // namespace jitterscope
