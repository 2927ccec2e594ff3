#pragma once
// What this program itself had no room for: notes of packets that came, in the ring between the thread that receives
// them and analysis. Which numbers they were of nobody knows: they are no loss of the network.
#include <cstdint>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "core/events/kinds/ring_dropped.h"
#include "core/events/names.h"

namespace jitterscope {

/// The count of a ring is told this often: its drops came in so much time before it.
inline constexpr Duration kDropsToldEvery = Duration::ms(250);

/// Of which medium's received packets the ring held notes; absent: of none.
inline std::optional<Medium> notes_received_of(const RingDropped& drops) {
  if (drops.dropped <= 0) return std::nullopt;
  if (drops.ring.view() == "audio-receive events") return Medium::kAudio;
  if (drops.ring.view() == "video-receive events") return Medium::kVideo;
  return std::nullopt;
}

/// Notes for which there was no room, as they were told at one time.
struct OwnDrops {
  Timestamp told;
  std::int64_t notes = 0;
};

inline std::string own_drops_note(std::int64_t notes) {
  return fmt::format(
      "This program could not keep up with what came and had no room for {} of its own notes of it: how much of it the "
      "network lost is not known, and times between packets span what was not noted.",
      notes);
}

}  // namespace jitterscope
