#pragma once
#include <string>

#include "app/command_line/call_options.h"

namespace jitterscope {

/// What the command line asks for and this machine lacks: a camera, a microphone, a loudspeaker, in a sentence; empty:
/// nothing. Needs a QCoreApplication; looks for up to three seconds where a device is asked for, else not at all.
std::string why_lacking(const CallOptions& options);

}  // namespace jitterscope
