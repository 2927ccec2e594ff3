#pragma once
// The processes of nahrstedt94's experiments, as the program's own children (core/lab/engine/worker_process.h).
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/base/units/time.h"

namespace jitterscope {

/// Runs the process that `task` (JSON) describes, to its end: "role" names one of the functions below. The exit status.
int run_lab_process(const std::string& task);

namespace nahrstedt94 {

// Each gets its task with its sockets at 3, 4, … and returns its result.

inline constexpr int kFirstSocket = 3;
inline constexpr Duration kLook = Duration::ms(50);  // how often a wait looks whether it was told to end

/// Loads a frame each period and sends it. {"transport", "frames" (0: until told to end), "period_ms", "pause_ms"
/// (null: the announced rate), "work_ms" (of processor time a frame, before it is loaded), "dither", "seed"} →
/// {"sent"}. Transport "none": the frames stay.
nlohmann::json run_source(const nlohmann::json& task);

/// Paints what arrives: the measured stream at the first socket ("transport"), "others" local streams at the next
/// ones. Ends when told to, after what has arrived. → {"frames": [[number, delay in ms], …],
/// "others_frames", "announced_mbps"}.
nlohmann::json run_display(const nlohmann::json& task);

/// Sends 64 B each period_ms over the first socket, "samples" times; with "video" also 136 KB frames in fragments each
/// video_period_ms over the second, from this one thread. "copy_ms": of processor time a fragment.
/// → {"late_ms": [how late each timer fired]}.
nlohmann::json run_robot(const nlohmann::json& task);
/// The video alone, until told to end. → {"frames"}.
nlohmann::json run_video(const nlohmann::json& task);
/// Takes both streams in, until told to end. → {"frames", "samples"}.
nlohmann::json run_sink(const nlohmann::json& task);

/// Uses the processor for that long, as far as this thread gets it.
void work_for(Duration processor_time);

}  // namespace nahrstedt94
}  // namespace jitterscope
