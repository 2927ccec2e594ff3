#include "core/realtime/class_right.h"

#include <pthread.h>

#include <thread>

#include "core/realtime/priority_class.h"

namespace jitterscope {

std::string why_refused(const PrioritySetting& setting, ThreadRole role) {
  std::string reason;
  std::jthread([&] {
    pthread_setname_np(pthread_self(), "class probe");  // no row of the thread table
    reason = apply_priority(setting, role, 0).reason;
  }).join();
  return reason;
}

}  // namespace jitterscope
