#include "core/lab/class_right.h"

#include <chrono>
#include <thread>

#include "core/realtime/realtime_thread.h"

namespace jitterscope {

std::string why_refused(const PrioritySetting& setting, ThreadRole role) {
  const RealtimeThread thread(role, setting, [](std::stop_token stop) {
    while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  return thread.status().reason;
}

}  // namespace jitterscope
