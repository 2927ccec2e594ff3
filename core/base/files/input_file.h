#pragma once
// What a user named to be read may be anything: opening a pipe waits for ever, a device may have no end.
#include <filesystem>
#include <string>

namespace jitterscope {

/// A sentence when `path` is there and no file (a folder is left to whoever opens it); else empty.
inline std::string why_no_file(const std::string& path) {
  std::error_code code;
  const auto status = std::filesystem::status(path, code);
  const bool other = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
                     !std::filesystem::is_directory(status);
  return other ? path + " is a pipe or device, not a file." : std::string();
}

}  // namespace jitterscope
