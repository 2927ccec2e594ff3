#include "core/lab/nahrstedt94/conditions.h"

#include <fmt/format.h>

#include <fstream>
#include <vector>

#include "core/base/realtime/processors.h"

namespace jitterscope::nahrstedt94 {

Machines machines() {
  const std::vector<int> processors = allowed_processors();
  if (processors.empty()) return {};
  return {processors.front(), processors.back()};
}

void set_machine_words(const Machines& who, CellFigures& out) {
  char autogroup = '?';
  std::ifstream("/proc/sys/kernel/sched_autogroup_enabled") >> autogroup;
  out.words["sender"] = fmt::format("processor {}", who.sender);
  out.words["receiver"] = fmt::format("processor {}", who.receiver);
  out.words["autogroup"] = autogroup == '1'   ? "on: each session has its own share of a processor"
                           : autogroup == '0' ? "off: a second user is only one more process"
                                              : "unknown";
}

}  // namespace jitterscope::nahrstedt94
