#include "core/base/realtime/processors.h"

namespace jitterscope {

std::vector<int> allowed_processors() {
  std::vector<int> processors;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return processors;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &set)) processors.push_back(cpu);
  return processors;
}

bool run_on(pid_t thread, std::optional<int> processor) {
  cpu_set_t set;
  if (processor) {
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(*processor), &set);
  } else if (sched_getaffinity(0, sizeof set, &set) != 0) {
    return false;
  }
  return sched_setaffinity(thread, sizeof set, &set) == 0;
}

PinnedTo::PinnedTo(int processor) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  pinned_ = sched_getaffinity(0, sizeof before_, &before_) == 0 && sched_setaffinity(0, sizeof one, &one) == 0;
}

PinnedTo::~PinnedTo() {
  if (pinned_) sched_setaffinity(0, sizeof before_, &before_);
}

}  // namespace jitterscope
