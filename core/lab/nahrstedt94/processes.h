#pragma once
// The processes of nahrstedt94's experiments, as the program's own children (core/lab/engine/worker_process.h).
#include <string>

namespace jitterscope {

/// Runs the process that `task` (JSON) describes, to its end: "display" and "source" of nahrstedt94.transports,
/// "robot", "video" and "sink" of nahrstedt94.robotics. The exit status.
int run_lab_process(const std::string& task);

}  // namespace jitterscope
