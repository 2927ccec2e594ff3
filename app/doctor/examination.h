#pragma once
// All that doctor looks at, in the order it is shown.
#include <functional>
#include <vector>

#include "app/doctor/check.h"
#include "app/doctor/device_checks.h"

namespace jitterscope::doctor {

/// Nine seconds, or five when `quick` (no rows beside counter processes). `begin_load(n)` starts that many counter
/// processes and returns how many run; `end_load` ends them.
struct Examination {
  bool quick = false;
  DeviceNames devices;
  std::function<int(int)> begin_load;
  std::function<void()> end_load;
  std::function<void(const char* what)> progress;

  std::vector<Check> run() const;
};

}  // namespace jitterscope::doctor
