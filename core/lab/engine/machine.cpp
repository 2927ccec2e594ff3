#include "core/lab/engine/machine.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <thread>

namespace jitterscope {

std::vector<std::pair<std::string, std::string>> this_machine() {
  utsname system{};
  uname(&system);
  return {{"system", fmt::format("{} {} {}", system.sysname, system.release, system.machine)},
          {"processors", std::to_string(std::thread::hardware_concurrency())}};
}

}  // namespace jitterscope
