#include "core/record/disk/whole_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "core/base/files/input_file.h"
#include "core/record/disk/memory_limit.h"

namespace jitterscope::trace {
namespace {

constexpr std::int64_t kLargest = std::int64_t{4} << 30;

}  // namespace

std::optional<std::string> read_whole_file(const std::string& path, std::string& error) {
  if (error = why_no_file(path); !error.empty()) return std::nullopt;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
  const std::int64_t most = std::min(kLargest, available_memory() / 4);
  if (size > most && size < std::numeric_limits<std::int64_t>::max()) {
    error = fmt::format("{} is too large to be read here: it has {:.1f} GB, at most {:.1f} GB fit. Cut it into parts.",
                        path, static_cast<double>(size) / 1e9, static_cast<double>(most) / 1e9);
    return std::nullopt;
  }
  if (size >= 0 && size < std::numeric_limits<std::int64_t>::max()) {  // a folder says the latter
    std::string bytes(static_cast<std::size_t>(size), '\0');
    if (size == 0 || file.seekg(0).read(bytes.data(), size)) return bytes;
  }
  error = path + " cannot be read: check its name and permissions.";
  return std::nullopt;
}

}  // namespace jitterscope::trace
