#pragma once
// When what was received was played, and by which policy. Plain structs of the log: see events.h.
#include <cstdint>
#include <optional>

#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
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
};

/// A complete frame reached its playout time, or came too late for it (video-decode thread). Frames that never were
/// complete are FrameDone's alone.
struct FramePlayed {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;  // as FrameDone's
  PlayoutOutcome outcome{};
  Timestamp completed;  // local
  Timestamp playout;    // local: when it was handed to the screen, or should have been
};

/// The playout of a medium changed: another policy, or another delay by the same one (audio-receive, video-decode
/// threads); at most once a talkspurt.
struct PlayoutDecided {
  Medium medium{};
  ShortText<24> policy;  // as PlayoutSetting says it
  Duration delay;        // playout - source - reference transit, as far as the policy wants it
  Duration held;         // added to it for lip-sync
  Timestamp at;          // local
};

/// The state of playout of a medium, once a second. Counts since the stream began.
struct PlayoutReport {
  Medium medium{};
  Duration level;                        // media time that waits to be played
  std::int64_t concealed = 0;            // blocks that were filled in
  std::int64_t gaps = 0;                 // maximal runs of blocks or frames that were not played
  std::optional<double> resampling_ppm;  // audio: how much quicker than nominal the speaker takes samples
  std::optional<double> lip_sync_ms;     // audio: sound - picture, as both are played now; + = the sound is later
  Timestamp at;                          // local
};

}  // namespace jitterscope
