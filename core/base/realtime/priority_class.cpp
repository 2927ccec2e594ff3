#include "core/base/realtime/priority_class.h"

#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

#include "core/base/realtime/class_right.h"
#include "core/base/realtime/kernel_priority.h"
#include "core/base/realtime/priority_program.h"
#include "core/base/realtime/rtkit.h"
#include "core/base/realtime/rttime_guard.h"
#include "core/base/units/number_words.h"

namespace jitterscope {
namespace {

using Kind = PrioritySetting::Kind;

bool is_rt(Kind kind) {
  return kind == Kind::kRealtime || kind == Kind::kRoundRobin;
}

/// The soft limit, raised to the hard one first: that is the user's to use.
rlim_t own_limit(__rlimit_resource resource) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0) return 0;
  if (limit.rlim_cur < limit.rlim_max) {
    const rlimit raised{limit.rlim_max, limit.rlim_max};
    if (setrlimit(resource, &raised) == 0) limit.rlim_cur = limit.rlim_max;
  }
  return limit.rlim_cur;
}
int highest_level() {
  return static_cast<int>(std::min<rlim_t>(own_limit(RLIMIT_RTPRIO), 99));
}
int lowest_nice() {
  return 20 - static_cast<int>(std::min<rlim_t>(own_limit(RLIMIT_NICE), 40));
}

/// The level lowered to what the user's limits allow, if they allow any.
EffectivePriority within_limits(EffectivePriority wanted, ThreadRole role) {
  const bool limited = is_rt(wanted.kind) || (wanted.kind == Kind::kNice && wanted.level < 0);
  if (!limited || has_granted_right()) return wanted;
  if (is_rt(wanted.kind)) {
    const int highest = highest_level() - (role == ThreadRole::kWatchdog ? 0 : 1);
    if (highest >= 1) wanted.level = std::min(wanted.level, highest);
  } else if (const int lowest = lowest_nice(); lowest < 0) {
    wanted.level = std::max(wanted.level, lowest);
  }
  return wanted;
}

kernel::Attributes to_kernel(const EffectivePriority& wanted) {
  kernel::Attributes attributes;
  const auto ns = [](const std::optional<Duration>& length) {
    return length ? static_cast<std::uint64_t>(length->ns()) : 0;
  };
  switch (wanted.kind) {
    case Kind::kDefault: break;
    case Kind::kNice: attributes.nice = wanted.level; break;
    case Kind::kRealtime:
    case Kind::kRoundRobin:
      attributes.policy = wanted.kind == Kind::kRealtime ? SCHED_FIFO : SCHED_RR;
      attributes.priority = static_cast<std::uint32_t>(wanted.level);
      break;
    case Kind::kDeadline:
      attributes.policy = kernel::kSchedDeadline;
      attributes.runtime = ns(wanted.runtime);
      attributes.deadline = attributes.period = ns(wanted.period);
      break;
    case Kind::kSlice: attributes.runtime = ns(wanted.runtime); break;
  }
  return attributes;
}

/// The slice of a thread that asked for none, in ns; 0: this kernel (before 6.12) has no slices of a thread's own.
std::uint64_t usual_slice() {
  static const std::uint64_t usual = [] {
    kernel::Attributes attributes;
    std::jthread([&] {
      kernel::get(0, attributes);
      kernel::Attributes plain;
      plain.nice = attributes.nice;
      kernel::set(0, plain);
      kernel::get(0, attributes);
    }).join();
    return attributes.runtime;
  }();
  return usual;
}

bool is_periodic_sender(ThreadRole role) {
  return role == ThreadRole::kAudioSend || role == ThreadRole::kVideoSend;
}

std::string refusal(const EffectivePriority& wanted, int error) {
  const std::string what = wanted.to_string();
  if (error == ESRCH) return "No " + what + ": the thread has ended.";
  if (error == EBUSY)
    return "No " + what + ": too much of the processors is reserved already. Ask for a shorter runtime.";
  if (error != EPERM && error != EACCES) return "The system refused " + what + " (" + std::strerror(error) + ").";
  if (has_granted_right())
    return wanted.kind == Kind::kDeadline
               ? "No " + what + ": a program kept to some processors (taskset, container) cannot have it."
               : "No " + what + ": this process is in a control group without real-time budget. Start it outside.";
  if (wanted.kind == Kind::kDefault && getpriority(PRIO_PROCESS, static_cast<id_t>(getpid())) > 0) return kStartedNice;
  const std::string limit = is_rt(wanted.kind) ? "rtprio" : "nice";
  return "No right to " + what + ": packaging/realtime/grant gives it (setcap cap_sys_nice+ep on jitterscope_priority" +
         (wanted.kind == Kind::kDeadline ? ")." : ", or " + limit + " for group audio).");
}

/// jitterscope_priority's answer in the same form.
int ask_priority_program(const EffectivePriority& wanted, pid_t tid) {
  if (!PriorityProgram::own().has_right()) return EPERM;
  if (is_rt(wanted.kind)) guard_real_time();
  return PriorityProgram::own().set(tid, to_kernel(wanted));
}

/// rtkit's answer in the form of the kernel's: errno, or 0.
int ask_rtkit(const EffectivePriority& wanted, ThreadRole role, pid_t tid) {
  const bool made = wanted.kind == Kind::kNice ? rtkit_make_nice(tid, wanted.level)
                                               : rtkit_make_realtime(tid, wanted.level, role == ThreadRole::kWatchdog);
  return made ? 0 : EPERM;
}

/// What could not be asked at all.
std::string objection(const EffectivePriority& wanted, ThreadRole role) {
  if (wanted.kind == Kind::kDeadline && !is_periodic_sender(role))
    return "SCHED_DEADLINE is for threads that send to a period: audio-send and video-send.";
  if (wanted.kind == Kind::kSlice && usual_slice() == 0)
    return "This kernel has no time slices of a thread's own: that needs Linux 6.12 or later.";
  return {};
}

/// Sets `way` where it succeeds. errno, or 0.
int set_by_some_way(const EffectivePriority& asked, ThreadRole role, pid_t tid, PriorityWay& way) {
  const EffectivePriority wanted = within_limits(asked, role);
  if (kernel::set(tid, to_kernel(wanted))) {
    if (is_rt(wanted.kind)) guard_real_time();
    way = way_of(wanted);
    return 0;
  }
  int error = errno;
  if (error != EPERM) return error;
  if (wanted.kind == Kind::kDefault) kernel::take_class(tid);
  way = PriorityWay::kDirect;  // granted to this program, though another holds it
  error = ask_priority_program(wanted, tid);
  const bool rtkit_gives = is_rt(wanted.kind) || (wanted.kind == Kind::kNice && wanted.level < 0);
  if (error == EPERM && rtkit_gives) {
    way = PriorityWay::kRtkit;
    error = ask_rtkit(asked, role, tid);
  }
  if (error != 0) way = PriorityWay::kNone;
  return error;
}

}  // namespace

int default_realtime_level(ThreadRole role) {
  switch (role) {
    case ThreadRole::kAudioSend: return 20;
    case ThreadRole::kAudioReceive: return 18;
    case ThreadRole::kVideoSend: return 12;
    case ThreadRole::kVideoReceive: return 10;
    case ThreadRole::kWatchdog: return 60;
    default: return 5;
  }
}

int default_nice_level(ThreadRole role) {
  switch (role) {
    case ThreadRole::kAudioSend:
    case ThreadRole::kAudioReceive:
    case ThreadRole::kVideoSend:
    case ThreadRole::kVideoReceive: return -19;
    case ThreadRole::kAudioDevice: return -11;
    default: return -5;
  }
}

std::string words_of(const PrioritySetting& setting) {
  std::string words = setting.to_string();
  if (const auto colon = words.find(':'); colon != std::string::npos) words[colon] = ' ';
  return setting.runtime ? words + " ms" : words;
}

EffectivePriority wanted_priority(const PrioritySetting& setting, ThreadRole role) {
  switch (setting.kind) {
    case Kind::kRealtime:
    case Kind::kRoundRobin: return {setting.kind, setting.level.value_or(default_realtime_level(role))};
    case Kind::kNice: return {setting.kind, setting.level.value_or(default_nice_level(role))};
    case Kind::kDeadline:
      return {setting.kind, 0, setting.runtime.value_or(Duration::ms(2)), setting.period.value_or(Duration::ms(10))};
    case Kind::kSlice: return {setting.kind, 0, setting.runtime.value_or(Duration::us(100))};
    case Kind::kDefault: break;
  }
  return {};
}

bool is_kind_of(const EffectivePriority& effective, const EffectivePriority& wanted) {
  if (wanted.kind == Kind::kRealtime) return is_rt(effective.kind);
  if (wanted.kind == Kind::kNice && wanted.level == 0) return effective.kind == Kind::kDefault;
  if (wanted.kind == Kind::kSlice && wanted.runtime->ns() == static_cast<std::int64_t>(usual_slice()))
    return effective.kind == Kind::kDefault;
  return effective.kind == wanted.kind;
}

PriorityWay way_of(const EffectivePriority& effective) {
  const bool free = effective.kind == Kind::kDefault || effective.kind == Kind::kSlice ||
                    (effective.kind == Kind::kNice && effective.level >= 0);
  if (free || has_sys_nice()) return PriorityWay::kDirect;
  const bool deadline = effective.kind == Kind::kDeadline;
  const bool limits_allow =
      !deadline && (is_rt(effective.kind) ? effective.level <= highest_level() : effective.level >= lowest_nice());
  if (limits_allow) return PriorityWay::kRlimit;
  return deadline || PriorityProgram::own().has_right() ? PriorityWay::kDirect : PriorityWay::kRtkit;
}

std::string EffectivePriority::to_string() const {
  switch (kind) {
    case Kind::kDefault: break;
    case Kind::kNice: return "nice " + std::to_string(level);
    case Kind::kRealtime: return "realtime " + std::to_string(level);
    case Kind::kRoundRobin: return "rr " + std::to_string(level);
    case Kind::kDeadline:
      return "deadline " + shortest_decimal(runtime->ms()) + "/" + shortest_decimal(period->ms()) + " ms";
    case Kind::kSlice: return "slice " + shortest_decimal(runtime->ms()) + " ms";
  }
  return "default";
}

std::optional<EffectivePriority> effective_priority(pid_t tid) {
  kernel::Attributes attributes;
  if (!kernel::get(tid, attributes)) return std::nullopt;
  const auto length = [](std::uint64_t ns) { return Duration::ns(static_cast<std::int64_t>(ns)); };
  if (attributes.fifo_or_rr())
    return EffectivePriority{attributes.policy == SCHED_FIFO ? Kind::kRealtime : Kind::kRoundRobin,
                             static_cast<int>(attributes.priority)};
  if (attributes.policy == kernel::kSchedDeadline)
    return EffectivePriority{Kind::kDeadline, 0, length(attributes.runtime), length(attributes.period)};
  if (attributes.nice != 0) return EffectivePriority{Kind::kNice, attributes.nice};
  if (attributes.runtime != usual_slice()) return EffectivePriority{Kind::kSlice, 0, length(attributes.runtime)};
  return EffectivePriority{};
}

PriorityResult apply_priority(const PrioritySetting& setting, ThreadRole role, pid_t tid) {
  if (tid == 0) tid = gettid();
  const EffectivePriority asked = wanted_priority(setting, role);
  PriorityResult result;
  result.reason = objection(asked, role);
  if (result.reason.empty()) {
    const int error = set_by_some_way(asked, role, tid, result.way);
    if (error != 0) result.reason = refusal(asked, error);
  }
  result.granted = result.reason.empty();
  result.effective = effective_priority(tid);
  return result;
}

}  // namespace jitterscope
