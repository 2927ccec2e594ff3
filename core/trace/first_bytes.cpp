#include "core/trace/first_bytes.h"

#include <sched.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace jitterscope::trace {

std::optional<std::string> first_bytes(const std::string& path, std::size_t count) {
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) return std::nullopt;
  std::optional<std::string> bytes;
  std::thread([&] {
    ::unshare(CLONE_FILES);  // where that is forbidden the locks go
    std::ifstream file(path, std::ios::binary);
    if (!file) return;
    bytes.emplace(count, '\0');
    file.read(bytes->data(), static_cast<std::streamsize>(count));
    bytes->resize(static_cast<std::size_t>(file.gcount()));
  }).join();
  return bytes;
}

}  // namespace jitterscope::trace
