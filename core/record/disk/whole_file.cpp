#include "core/record/disk/whole_file.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>
#include <thread>

#include "core/base/files/input_file.h"

namespace jitterscope::trace {
namespace {

constexpr std::int64_t kUnknownMemory = std::int64_t{4} << 30, kBytesAPacket = 256;  // read, put in order, analysed

constexpr std::int64_t kLargest = std::int64_t{4} << 30;

}  // namespace

std::int64_t available_memory() {
  std::ifstream info("/proc/meminfo");
  std::string name, unit;
  for (std::int64_t kib = 0; info >> name >> kib; std::getline(info, unit))
    if (name == "MemAvailable:") return kib * 1024;
  return kUnknownMemory;
}

std::size_t packets_that_fit() {
  return static_cast<std::size_t>(available_memory() / kBytesAPacket);
}

std::optional<std::string> first_bytes(const std::string& path, std::size_t count) {
  std::error_code code;
  if (std::filesystem::is_directory(path, code) || !why_no_file(path).empty()) return std::nullopt;
  std::optional<std::string> bytes;
  const auto read = [&] {
    std::ifstream file(path, std::ios::binary);
    if (!file) return;
    bytes.emplace(count, '\0');
    file.read(bytes->data(), static_cast<std::streamsize>(count));
    bytes->resize(static_cast<std::size_t>(file.gcount()));
  };
  try {
    std::thread([&] { ::unshare(CLONE_FILES), read(); }).join();
  } catch (const std::system_error&) { read(); }  // no thread can be had
  return bytes;
}

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
