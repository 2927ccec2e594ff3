#include "core/record/disk/memory_limit.h"

#include <fstream>
#include <string>

namespace jitterscope::trace {
namespace {

constexpr std::int64_t kUnknownMemory = std::int64_t{4} << 30, kBytesAPacket = 256;  // read, put in order, analysed

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

}  // namespace jitterscope::trace
