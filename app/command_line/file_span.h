#pragma once
// How long a file is, and whether a stretch of it lies within.
#include <optional>
#include <string>

#include "core/measures/definitions/stream_input.h"

namespace jitterscope {

/// When the last packet came or left, or the call ended, in seconds of analysis. `file` is where `input` was read.
double seconds_of(const AnalysisInput& input, const std::string& file);

/// A sentence where the file ends before `from_s`; empty: it does not.
std::string why_beyond(const AnalysisInput& input, const std::string& file, const std::optional<double>& from_s);

}  // namespace jitterscope
