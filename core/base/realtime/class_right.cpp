#include "core/base/realtime/class_right.h"

#include <linux/capability.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "core/base/realtime/priority_class.h"
#include "core/base/realtime/priority_program.h"

namespace jitterscope {

bool has_sys_nice() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> sets{};
  return syscall(SYS_capget, &header, sets.data()) == 0 && (sets[0].effective & (1u << CAP_SYS_NICE)) != 0;
}

bool has_granted_right() {
  return has_sys_nice() || PriorityProgram::own().has_right();
}

std::string why_refused(const PrioritySetting& setting, ThreadRole role) {
  std::string reason;
  std::jthread([&] {
    pthread_setname_np(pthread_self(), "class probe");  // no row of the thread table
    reason = apply_priority(setting, role, 0).reason;
  }).join();
  return reason;
}

}  // namespace jitterscope
