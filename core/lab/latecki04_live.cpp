// latecki04.rate-control through the kernel's own queue.
#include "core/lab/latecki04_rate_control.h"

namespace jitterscope {

std::string latecki04_live_lacks(const LabRun&) {
  return {};
}

bool run_latecki04_live(const LabRun&, std::vector<Latecki04Case>&, LabResult&, std::string& error) {
  error = "latecki04.rate-control cannot run live yet.";
  return false;
}

}  // namespace jitterscope
