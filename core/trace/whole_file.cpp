#include "core/trace/whole_file.h"

#include <fstream>
#include <limits>

namespace jitterscope::trace {

std::optional<std::string> read_whole_file(const std::string& path, std::string& error) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
  if (size >= 0 && size < std::numeric_limits<std::int64_t>::max()) {  // a folder says the latter
    std::string bytes(static_cast<std::size_t>(size), '\0');
    if (size == 0 || file.seekg(0).read(bytes.data(), size)) return bytes;
  }
  error = path + " cannot be read: check its name and permissions.";
  return std::nullopt;
}

}  // namespace jitterscope::trace
