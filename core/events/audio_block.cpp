#include "core/events/audio_block.h"

#include <fmt/format.h>

namespace jitterscope {

std::string phase_lock_sentence(int bytes, Duration tick) {
  const std::int64_t ticks = ticks_of_audio_block(bytes, tick);
  if (ticks == 0) return {};
  return fmt::format(
      "An audio block of {} bytes lasts {:.4g} ms, exactly {} {} of {:.4g} ms, and so hides what scheduling does to "
      "jitter: {} bytes ({:.4g} ms) show it.",
      bytes, audio_block_length(bytes).ms(), ticks, ticks == 1 ? "tick" : "ticks", tick.ms(), kFreeAudioBlock,
      audio_block_length(kFreeAudioBlock).ms());
}

}  // namespace jitterscope
