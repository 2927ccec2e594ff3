#include "core/realtime/priority_class.h"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>

namespace jitterscope {
namespace {

using Kind = PrioritySetting::Kind;

// As sched_setattr(2) has it; glibc 2.36 has neither the struct nor the calls.
struct KernelAttributes {
  std::uint32_t size = sizeof(KernelAttributes);
  std::uint32_t policy = 0;
  std::uint64_t flags = 0;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t runtime = 0, deadline = 0, period = 0;
};
constexpr std::uint64_t kResetOnFork = 1;

std::string wanted_words(const EffectivePriority& wanted) {
  return wanted.kind == Kind::kDefault ? "the default class" : wanted.to_string();
}

std::string refusal(const EffectivePriority& wanted, int error) {
  const std::string what = "The system refused " + wanted_words(wanted) + " (" + std::strerror(error) + ")";
  if (error == ESRCH) return what + ": the thread has ended.";
  if (error != EPERM && error != EACCES) return what + ".";
  return what + ": run `sudo setcap cap_sys_nice+ep` on the program, or give the user " +
         (wanted.kind == Kind::kRealtime ? "rtprio" : "nice") + " in /etc/security/limits.d.";
}

EffectivePriority wanted_priority(const PrioritySetting& setting, ThreadRole role) {
  switch (setting.kind) {
    case Kind::kRealtime: return {setting.kind, setting.level.value_or(default_realtime_level(role))};
    case Kind::kNice: return {setting.kind, setting.level.value_or(default_nice_level(role))};
    case Kind::kDefault:
    case Kind::kRoundRobin:
    case Kind::kDeadline:
    case Kind::kSlice: break;
  }
  return {};
}

}  // namespace

int default_realtime_level(ThreadRole role) {
  switch (role) {
    case ThreadRole::kAudioSend: return 20;
    case ThreadRole::kAudioReceive: return 18;
    case ThreadRole::kVideoSend: return 12;
    case ThreadRole::kVideoReceive: return 10;
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

std::string EffectivePriority::to_string() const {
  if (kind == Kind::kRealtime) return "realtime " + std::to_string(level);
  return kind == Kind::kNice ? "nice " + std::to_string(level) : "default";
}

std::optional<EffectivePriority> effective_priority(pid_t tid) {
  KernelAttributes attributes;
  if (syscall(SYS_sched_getattr, tid, &attributes, sizeof attributes, 0) != 0) return std::nullopt;
  if (attributes.policy == SCHED_FIFO || attributes.policy == SCHED_RR)
    return EffectivePriority{Kind::kRealtime, static_cast<int>(attributes.priority)};
  return EffectivePriority{attributes.nice == 0 ? Kind::kDefault : Kind::kNice, attributes.nice};
}

PriorityResult apply_priority(const PrioritySetting& setting, ThreadRole role, pid_t tid) {
  const EffectivePriority wanted = wanted_priority(setting, role);
  KernelAttributes attributes;
  attributes.policy = wanted.kind == Kind::kRealtime ? SCHED_FIFO : SCHED_OTHER;
  // Also with the default class: taking the flag away again needs a privilege.
  attributes.flags = kResetOnFork;
  if (wanted.kind == Kind::kRealtime)
    attributes.priority = static_cast<std::uint32_t>(wanted.level);
  else
    attributes.nice = wanted.level;
  PriorityResult result;
  result.granted = syscall(SYS_sched_setattr, tid, &attributes, 0) == 0;
  if (!result.granted) result.reason = refusal(wanted, errno);
  result.effective = effective_priority(tid);
  return result;
}

std::optional<int> last_cpu(pid_t tid) {
  std::ifstream file("/proc/self/task/" + std::to_string(tid) + "/stat");
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  const auto name_end = line.rfind(')');  // the name may hold spaces and parentheses
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream fields(line.substr(name_end + 1));
  std::string field;
  for (int number = 3; number < 39; ++number) fields >> field;  // proc(5): 3 = state, 39 = processor
  int cpu = 0;
  if (!(fields >> cpu)) return std::nullopt;
  return cpu;
}

}  // namespace jitterscope
