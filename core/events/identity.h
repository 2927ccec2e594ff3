#pragma once
// Whose is it: the participants of a call and the streams that they send. Numbers are of one log (a call as this end
// saw it, a trace); they do not travel.
#include <compare>
#include <cstdint>
#include <optional>

#include "core/events/names.h"

namespace jitterscope {

struct ParticipantId {
  std::uint8_t value = 0;
  auto operator<=>(const ParticipantId&) const = default;
};
inline constexpr ParticipantId kThisEnd{0};
inline constexpr ParticipantId kFirstRemote{1};  // in a call of two the only other

/// Streams of a log are numbered from 1 in the order in which they begin.
struct StreamId {
  std::uint16_t value = 0;  // 0: none
  explicit operator bool() const { return value != 0; }
  auto operator<=>(const StreamId&) const = default;
};

/// What a stream is: one SSRC of one medium from one participant. A sender that begins anew with another SSRC begins
/// another stream.
struct StreamKey {
  ParticipantId from;
  std::optional<ParticipantId> to = {};  // absent: to all
  Medium medium{};
  std::uint32_t ssrc = 0;
  auto operator<=>(const StreamKey&) const = default;
};

}  // namespace jitterscope
