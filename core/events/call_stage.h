#pragma once
#include <cstdint>

namespace jitterscope {

/// Of a call, or of an end that has or awaits one. Calling: it rings there. Ringing: here.
enum class CallStage : std::uint8_t { kIdle, kConnecting, kCalling, kRinging, kInCall, kEnded };

/// Neither in a call nor on the way to one: somebody may ring.
constexpr bool over_or_rings(CallStage stage) {
  return stage == CallStage::kIdle || stage == CallStage::kEnded || stage == CallStage::kRinging;
}

}  // namespace jitterscope
