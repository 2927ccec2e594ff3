#include "core/lab/nahrstedt94/conditions.h"

#include <fmt/format.h>

#include <fstream>

#include "core/base/realtime/processors.h"
#include "core/lab/engine/lab.h"

namespace jitterscope::nahrstedt94 {

Machines machines() {
  const std::vector<int> processors = allowed_processors();
  if (processors.empty()) return {};
  return {processors.front(), processors.back()};
}

std::vector<std::pair<std::string, std::string>> machine_words(const Machines& who) {
  char autogroup = '?';
  std::ifstream("/proc/sys/kernel/sched_autogroup_enabled") >> autogroup;
  auto words = this_machine();
  words.emplace_back("sender", fmt::format("processor {}", who.sender));
  words.emplace_back("receiver", fmt::format("processor {}", who.receiver));
  words.emplace_back("autogroup", autogroup == '1'   ? "on: each session has its own share of a processor"
                                  : autogroup == '0' ? "off: a second user is only one more process"
                                                     : "unknown");
  return words;
}

}  // namespace jitterscope::nahrstedt94
