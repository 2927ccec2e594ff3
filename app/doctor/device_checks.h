#pragma once
// Sound, cameras and the screen.
#include <vector>

#include "app/doctor/check.h"

namespace jitterscope::doctor {

/// What the list of devices said.
struct DeviceNames {
  bool answered = false;  // within the time that it was given
  std::vector<std::string> microphones, speakers, cameras;
};

/// "devices.sound" and "devices.camera".
std::vector<Check> check_devices(const DeviceNames&);
Check check_display();

}  // namespace jitterscope::doctor
