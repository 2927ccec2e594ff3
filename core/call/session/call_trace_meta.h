#pragma once
// What a trace says about its call: settings, clocks, and the streams with their addresses.
#include "core/call/path/media_sockets.h"
#include "core/call/pipeline/media_config.h"
#include "core/record/trace/trace_meta.h"

namespace jitterscope {

/// The streams as agreed and set now. `sent_frames_per_second`: of the captured pictures.
std::vector<TraceStream> call_streams(const MediaConfig& config, const CallSettings& settings,
                                      const MediaSockets& sockets, double sent_frames_per_second);
/// `settings`: as in force now. `sent_frames_per_second`: of the captured pictures. Reads the clocks.
TraceMeta call_trace_meta(const MediaConfig& config, const CallSettings& settings, const MediaSockets& sockets,
                          double sent_frames_per_second);

}  // namespace jitterscope
