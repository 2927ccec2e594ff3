#pragma once
// sched_setattr(2) and sched_getattr(2), which glibc 2.36 lacks, as single system calls: no allocation, no lock, safe
// in a signal handler.
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace jitterscope::kernel {

inline constexpr std::uint32_t kSchedDeadline = 6;  // SCHED_DEADLINE; not in glibc's sched.h

struct Attributes {  // struct sched_attr, first version
  std::uint32_t size = sizeof(Attributes);
  std::uint32_t policy = SCHED_OTHER;
  // Reset on fork. Also with the default class: taking the flag away again needs a privilege. A thread of
  // SCHED_DEADLINE could start no other without it.
  std::uint64_t flags = 1;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t runtime = 0, deadline = 0, period = 0;

  bool fifo_or_rr() const { return policy == SCHED_FIFO || policy == SCHED_RR; }
  bool real_time() const { return fifo_or_rr() || policy == kSchedDeadline; }
};

/// False: errno says why.
inline bool set(pid_t tid, const Attributes& attributes) {
  return syscall(SYS_sched_setattr, tid, &attributes, 0) == 0;
}
inline bool get(pid_t tid, Attributes& attributes) {
  return syscall(SYS_sched_getattr, tid, &attributes, sizeof attributes, 0) == 0;
}
/// Into the default class; needs no right. The thread keeps a nice value above 0 where taking that back is refused.
inline bool take_class(pid_t tid) {
  Attributes attributes;
  if (set(tid, attributes)) return true;
  if (errno != EPERM) return false;
  attributes.nice = getpriority(PRIO_PROCESS, static_cast<id_t>(tid));
  return set(tid, attributes);
}

}  // namespace jitterscope::kernel
