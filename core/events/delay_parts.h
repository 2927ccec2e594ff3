#pragma once
// Where the delay of a frame or block goes: the parts of its way in order, and whose they are (nahrstedt94 Fig 7).
#include <array>
#include <cstdint>
#include <string_view>

namespace jitterscope {

enum class DelayPart : std::uint8_t {
  kCapture,     // fetching until encoding begins; audio: the length of a block
  kEncode,      // audio: last sample until the send call
  kShaper,      // encoded until the send call of the packet that completes the frame; audio: none
  kSocket,      // send call until the interface queue
  kQueue,       // interface queue until the interface
  kLink,        // interface until the kernel of the receiver
  kKernel,      // kernel until the receive call returned
  kReassembly,  // last packet until the frame is complete; audio: none
  kDecode,      // complete until decoded, with the wait for the decoder; audio: none
  kPlayout,     // held back by the playout policy
  kDisplay      // until painted; audio: the speaker's, until it is heard
};
inline constexpr std::size_t kDelayParts = 11;

/// The keys of `analyze --json`, of CSV and of the trace reference.
inline constexpr std::array<std::string_view, kDelayParts> kDelayPartWords{
    "capture",        "encode",     "shaper", "socket",  "queue",  "link",
    "kernel_to_user", "reassembly", "decode", "playout", "display"};
constexpr std::string_view to_string(DelayPart part) {
  return kDelayPartWords[static_cast<std::size_t>(part)];
}

/// Whose a part is. Work and deliberate waiting are neither the operating system's nor the network's; of the parts of
/// threads only the time in which they waited for a processor is the operating system's.
enum class DelayOwner : std::uint8_t { kWork, kDeliberate, kSystem, kNetwork };
constexpr DelayOwner owner_of(DelayPart part) {
  switch (part) {
    case DelayPart::kShaper:
    case DelayPart::kPlayout: return DelayOwner::kDeliberate;
    case DelayPart::kSocket:
    case DelayPart::kKernel: return DelayOwner::kSystem;
    case DelayPart::kQueue:
    case DelayPart::kLink: return DelayOwner::kNetwork;
    default: return DelayOwner::kWork;
  }
}

}  // namespace jitterscope
