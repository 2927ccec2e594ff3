#pragma once
// What the threads of a call are for. to_string gives the word used in JSON, in traces and on the command line;
// parse_thread_role is its inverse and gives nullopt for an unknown word.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace jitterscope {

/// The threads of resources/reference/threads.md. Traces hold the numbers: new ones come at the end.
enum class ThreadRole : std::uint8_t {
  kAudioSend,
  kAudioReceive,
  kAudioDevice,
  kRtcp,
  kVideoSend,
  kVideoReceive,
  kVideoEncode,
  kVideoDecode,
  kCommandSend,
  kCommandReceive,
  kAnalysis,
  kRecorder,
  kUi,
  kVideoCapture,
  kSession,
  kWatchdog
};
inline constexpr std::size_t kThreadRoles = 16;

std::string_view to_string(ThreadRole);  // "audio-send" ... "ui"
std::optional<ThreadRole> parse_thread_role(std::string_view);

}  // namespace jitterscope
