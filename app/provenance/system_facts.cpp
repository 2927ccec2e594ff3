#include "app/provenance/system_facts.h"

#include <linux/capability.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace jitterscope {

bool is_virtual() {
  const auto flags = field_of("/proc/cpuinfo", "flags");
  return flags && (" " + *flags + " ").find(" hypervisor ") != std::string::npos;
}

std::optional<std::string> system_name() {
  std::ifstream file("/etc/os-release");
  const std::string key = "PRETTY_NAME=\"";
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(key) && line.ends_with('"')) return line.substr(key.size(), line.size() - key.size() - 1);
  return std::nullopt;
}

std::optional<std::string> first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  return line;
}

std::optional<std::int64_t> read_number(const std::string& path) {
  std::ifstream file(path);
  std::int64_t number = 0;
  if (!(file >> number)) return std::nullopt;
  return number;
}

std::optional<std::string> field_of(const std::string& path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const auto colon = line.find(':');
    if (!line.starts_with(key) || colon == std::string::npos) continue;
    if (line.find_first_not_of(" \t", key.size()) != colon) continue;
    const auto begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return std::nullopt;
}

bool has_capability(int capability) {
  const auto words = field_of("/proc/thread-self/status", "CapEff");
  return words && ((std::strtoull(words->c_str(), nullptr, 16) >> capability) & 1) != 0;
}

bool command_exists(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(std::string(path ? path : "") + ":/usr/sbin:/sbin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && access(folder.append("/").append(name).c_str(), X_OK) == 0) return true;
  return false;
}

}  // namespace jitterscope
