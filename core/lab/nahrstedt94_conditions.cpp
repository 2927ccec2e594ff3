#include "core/lab/nahrstedt94_conditions.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/lab/processors.h"

namespace jitterscope::nahrstedt94 {

Machines machines() {
  const std::vector<int> processors = allowed_processors();
  if (processors.empty()) return {};
  return {processors.front(), processors.back()};
}

std::vector<std::pair<std::string, std::string>> machine_words(const Machines& who) {
  utsname system{};
  uname(&system);
  char autogroup = '?';
  std::ifstream("/proc/sys/kernel/sched_autogroup_enabled") >> autogroup;
  return {{"system", fmt::format("{} {} {}", system.sysname, system.release, system.machine)},
          {"processors", std::to_string(allowed_processors().size())},
          {"sender", fmt::format("processor {}", who.sender)},
          {"receiver", fmt::format("processor {}", who.receiver)},
          {"autogroup", autogroup == '1'   ? "on: each session has its own share of a processor"
                        : autogroup == '0' ? "off: a second user is only one more process"
                                           : "unknown"}};
}

std::string refusal_of(const std::string& ready) {
  const auto line = nlohmann::json::parse(ready, nullptr, false);
  return line.is_object() && line.contains("refused") && line["refused"].is_string()
             ? line["refused"].get<std::string>()
             : "";
}

}  // namespace jitterscope::nahrstedt94
