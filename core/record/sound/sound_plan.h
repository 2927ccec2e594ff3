#pragma once
// Where the sound in each packet of a captured stream stands in time, from what the import knows of the packets.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/units/time.h"

namespace jitterscope {

struct StreamInput;

/// Encodings whose samples can be had without a codec (RFC 3551 §4.5): G.711's two laws, and 16-bit linear.
enum class SoundCoding : std::uint8_t { kPcmu, kPcma, kL16 };

/// A datagram of the stream, known again by when it came and by its length.
struct PlannedPacket {
  std::int64_t received_ns = 0;
  int size = 0;                         // of the UDP payload, bytes
  std::optional<std::int64_t> at = {};  // its first sample; absent: a copy, or none of sound
};

struct SoundPlan {
  int rate_hz = 0;
  int channels = 1;                                   // in the packets of kL16
  std::array<std::optional<SoundCoding>, 128> types;  // by payload type; absent: silence
  double from_s = 0;                                  // sample 0, in seconds of the file
  std::int64_t last = 0;                              // the largest `at`
  std::vector<PlannedPacket> packets;                 // by time and length; of the same, in the order of the file
};

/// Why the sound of the stream cannot be played, in one sentence that needs nothing before it; empty: it can be.
std::string why_no_sound(const StreamInput& stream);

/// Packets stand where their RTP timestamps put them after the first one, which stands where it came; behind a restart
/// of the timestamps (restart.h) the first packet does so again. `began`: second 0 of the file. Only where
/// why_no_sound() says nothing.
SoundPlan plan_sound(const StreamInput& stream, Timestamp began);

}  // namespace jitterscope
