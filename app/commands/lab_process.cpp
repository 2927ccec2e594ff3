#include "app/commands/lab_process.h"

#include <string_view>

#include "core/lab/nahrstedt94/processes.h"

namespace jitterscope {

std::optional<int> run_lab_process_if_told(int count, char** arguments) {
  if (count != 3 || std::string_view(arguments[1]) != "lab-process") return std::nullopt;
  return run_lab_process(arguments[2]);
}

}  // namespace jitterscope
