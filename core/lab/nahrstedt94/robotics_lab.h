#pragma once
// The lab nahrstedt94.robotics: how late a 10 ms timer fires beside video, in one process or in two (§2.2, Fig. 6).
#include <string>
#include <vector>

#include "core/lab/engine/lab.h"

namespace jitterscope {

namespace nahrstedt94 {

struct RobotCase {
  bool one_process = true, realtime = false;  // the class of the process with the robotics
  std::vector<double> late_ms = {};           // how late each timer fired
  double frames = 0, samples_arrived = 0;
};

struct RoboticsTable {
  std::vector<RobotCase> cases;
  std::string realtime_refused;  // why; empty: granted
};

/// Findings, table and series; nothing else is set.
LabResult robotics_result(const RoboticsTable& table);

}  // namespace nahrstedt94
}  // namespace jitterscope
