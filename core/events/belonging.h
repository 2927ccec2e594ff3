#pragma once
// Whose an event is, as its kind says of itself: `constexpr Belonging belonging() const`, where it is not this end's
// own and of no stream.
#include <cstdint>
#include <optional>

#include "core/events/names.h"

namespace jitterscope {

struct Belonging {
  bool remote = false;       // the participant is the remote one
  bool from_remote = false;  // the stream is one that the remote sends
  std::optional<Medium> medium = {};
  std::optional<std::uint32_t> ssrc = {};  // absent: the newest of that medium
  bool begins = false;                     // a packet: may be the first word of its stream

  using Ssrc = std::optional<std::uint32_t>;
  /// This end's, of a stream that it sends.
  static constexpr Belonging sent(Medium medium, Ssrc ssrc = {}) { return {false, false, medium, ssrc}; }
  /// The remote's, of a stream that the remote sends.
  static constexpr Belonging received(Medium medium, Ssrc ssrc = {}) { return {true, true, medium, ssrc}; }
  /// What the remote says of a stream that this end sends.
  static constexpr Belonging told(Medium medium, Ssrc ssrc = {}) { return {true, false, medium, ssrc}; }
  /// What this end says of a stream that the remote sends.
  static constexpr Belonging measured(Medium medium, Ssrc ssrc = {}) { return {false, true, medium, ssrc}; }
  static constexpr Belonging of_participant(bool is_remote) { return {.remote = is_remote}; }
};

}  // namespace jitterscope
