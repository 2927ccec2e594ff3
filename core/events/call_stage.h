#pragma once
#include <cstdint>

namespace jitterscope {

/// Of a call, or of an end that has or awaits one. Calling: it rings there. Ringing: here.
enum class CallStage : std::uint8_t { kIdle, kConnecting, kCalling, kRinging, kInCall, kEnded };

}  // namespace jitterscope
