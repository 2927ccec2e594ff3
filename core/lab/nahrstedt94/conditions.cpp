#include "core/lab/nahrstedt94/conditions.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/realtime/processors.h"
#include "core/lab/engine/machine.h"

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

std::string refusal_of(const std::string& ready) {
  const auto line = nlohmann::json::parse(ready, nullptr, false);
  return line.is_object() && line.contains("refused") && line["refused"].is_string()
             ? line["refused"].get<std::string>()
             : "";
}

}  // namespace jitterscope::nahrstedt94
