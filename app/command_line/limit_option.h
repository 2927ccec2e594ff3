#pragma once
// The option --limit MEDIUM.NAME=VALUE sets what the quality of a stream is judged by, for each command that judges.
#include <string>

#include "app/command_line/option_list.h"
#include "core/algorithms/quality/quality_limits.h"

namespace jitterscope {

/// Sets one limit, as "video.frames-per-second=5", "video.loss-ratio=0.1", "audio.latency-ms=150"; others stay. The
/// last of frames-per-second and loss-ratio holds for the picture. False: `error` is a sentence that says why, and
/// nothing is set.
bool set_limit(const std::string& words, MediaLimits& limits, std::string& error);

void add_limit_option(OptionList command, MediaLimits& limits);

/// The limits that are not the usual ones as a shell reads them again, each with a blank before it.
std::string limit_option_words(const MediaLimits&);

}  // namespace jitterscope
