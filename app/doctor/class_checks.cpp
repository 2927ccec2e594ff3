#include "app/doctor/class_checks.h"

#include <linux/capability.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <thread>

#include "app/doctor/system_facts.h"
#include "core/realtime/priority_class.h"

namespace jitterscope::doctor {
namespace {

using Kind = PrioritySetting::Kind;
constexpr int kNice = -19, kLevel = 20;  // what the audio-send thread asks for

struct Attempt {
  bool granted = false;
  std::string effective, reason;
};

Attempt try_setting(const PrioritySetting& setting) {
  const PriorityResult result = apply_priority(setting, ThreadRole::kAudioSend, gettid());
  return {result.granted, result.effective ? result.effective->to_string() : "", result.reason};
}

Attempt try_round_robin() {
  sched_param wanted{};
  wanted.sched_priority = kLevel;
  if (sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &wanted) != 0) return {false, "", std::strerror(errno)};
  const auto effective = effective_priority(gettid());
  return {true, effective ? effective->to_string() : "", ""};
}

/// On a thread of its own, so that no other keeps the class.
Attempt on_thread(const std::function<Attempt()>& attempt) {
  Attempt result;
  std::jthread([&] { result = attempt(); }).join();
  return result;
}

std::int64_t soft_limit(__rlimit_resource resource) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0) return 0;
  return limit.rlim_cur == RLIM_INFINITY ? 99 : static_cast<std::int64_t>(limit.rlim_cur);
}

/// What would grant it, before it is tried. Empty: nothing.
std::string right_to(Kind kind) {
  if (kind == Kind::kDefault) return "everybody";
  if (std::string right = right_by_capability(CAP_SYS_NICE, "CAP_SYS_NICE"); !right.empty()) return right;
  if (kind == Kind::kRealtime) return soft_limit(RLIMIT_RTPRIO) >= kLevel ? "rlimit RTPRIO" : "";
  return 20 - soft_limit(RLIMIT_NICE) <= kNice ? "rlimit NICE" : "";
}

Check check_class(const std::string& id, const std::string& name, Kind kind, const std::function<Attempt()>& attempt) {
  const Attempt result = on_thread(attempt);
  const std::string right = right_to(kind);
  Check check{"class." + id, name, {}, result.granted ? Verdict::kGood : Verdict::kMissing, ""};
  check.figures.push_back({"granted", result.granted, ""});
  check.figures.push_back({"by", result.granted ? Value(right) : Value(), ""});
  check.figures.push_back({"effective", result.granted ? Value(result.effective) : Value(), ""});
  if (kind == Kind::kRealtime) check.figures.push_back({"rlimit_rtprio", soft_limit(RLIMIT_RTPRIO), ""});
  if (kind == Kind::kNice) check.figures.push_back({"rlimit_nice", 20 - soft_limit(RLIMIT_NICE), ""});
  if (result.granted) return check;
  if (kind == Kind::kRealtime && !right.empty())
    check.remedy =
        "The right is there but the kernel refuses: the process is in a cpu control group without real-time budget; "
        "start it outside the container or group, or give the group cpu.rt_runtime_us.";
  else
    check.remedy = class_remedy(kind);
  return check;
}

}  // namespace

std::string class_remedy(Kind kind) {
  if (kind == Kind::kDefault) return "The program was started with a nice value: start it without `nice`.";
  const std::string line = kind == Kind::kRealtime ? "@audio - rtprio 95" : "@audio - nice -20";
  return "Run `sudo setcap cap_sys_nice+ep` on the program, or put the line `" + line +
         "` into a file in /etc/security/limits.d, join the group audio and log in again.";
}

std::vector<Check> check_classes() {
  return {check_class("default", "Default class", Kind::kDefault,
                      [] {
                        return try_setting({Kind::kDefault, {}});
                      }),
          check_class("nice", "Nice -19", Kind::kNice,
                      [] {
                        return try_setting({Kind::kNice, kNice});
                      }),
          check_class("fifo", "Real-time SCHED_FIFO", Kind::kRealtime,
                      [] {
                        return try_setting({Kind::kRealtime, kLevel});
                      }),
          check_class("rr", "Real-time SCHED_RR", Kind::kRealtime, try_round_robin)};
}

}  // namespace jitterscope::doctor
