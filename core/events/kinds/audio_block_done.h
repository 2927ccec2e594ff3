#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// An audio block reached its playout time, or came too late for it (audio-receive thread).
struct AudioBlockDone {
  std::uint32_t ssrc = 0;
  std::int64_t sequence = 0;
  PlayoutOutcome outcome{};
  std::optional<Timestamp> received;  // local; absent when lost
  Timestamp playout;                  // local: when it was or should have been played
  // Played: when its first sample left the playout in a chunk, and from then until it was heard, by what the device
  // says.
  std::optional<Timestamp> handed = {};  // local
  std::optional<Duration> speaker = {};  // absent: no speaker

  constexpr Belonging belonging() const { return Belonging::received(Medium::kAudio, ssrc); }
};

template <>
struct trace::Table<AudioBlockDone> {
  static constexpr std::string_view name = "audio_block";
  static constexpr std::string_view meaning = "an audio block reached its playout time (main time)";
  static constexpr auto local = &AudioBlockDone::playout;
  template <typename E = AudioBlockDone>
  static auto columns() {
    return trace::columns(
        column("ssrc", &E::ssrc), column("sequence", &E::sequence, "extended"),
        column("outcome", &E::outcome, "played; late: came, not played; lost; dropped: to shorten the delay"),
        column("received_ns", &E::received, "NULL when lost"),
        column("handed_ns", &E::handed, "played: its first sample left the playout in a chunk"),
        column("speaker_ns", &E::speaker, "from then until heard, by what the device says; NULL without a speaker"));
  }
};

}  // namespace jitterscope
