#pragma once
// The small vocabularies that events, settings, traces and windows share. to_string gives the word used in JSON, in
// traces and on the command line; value_of_word is its inverse.
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/scheduling/priority_way.h"
#include "core/base/scheduling/thread_role.h"
#include "core/base/units/enum_words.h"

namespace jitterscope {

enum class Medium : std::uint8_t { kAudio, kVideo };
enum class Direction : std::uint8_t { kSent, kReceived };
/// Which end of the call a command is meant for: the local end's sending, the remote's, or both.
enum class End : std::uint8_t { kLocal, kRemote, kBoth };

/// Why a datagram was not taken as a packet of the stream.
enum class RejectReason : std::uint8_t {
  kTruncated,
  kWrongVersion,
  kWrongSsrc,
  kWrongPayloadType,
  kBadJpegHeader,
  kAbsurdOffset,
  kTooLarge,
  kSequenceJump,
  kTooOften,  // of what the remote says by RTCP, more than is taken in a second
  kBadSeal    // not sealed by the remote, or changed on the way (packet_seal.h)
};
inline constexpr std::size_t kRejectReasons = 10;

enum class FrameOutcome : std::uint8_t { kComplete, kIncomplete, kMissing, kPatched };
/// How a block of sound, or a complete frame of picture, ended: played; came after its time and was not played; never
/// came; came in time but was thrown away by the playout policy to shorten the delay.
enum class PlayoutOutcome : std::uint8_t { kPlayed, kLate, kLost, kDropped };

/// Direction on the emulated link, seen from the end that set it: to the remote, from the remote.
enum class LinkWay : std::uint8_t { kUp, kDown };
/// Why a packet did not leave the emulated link.
enum class LinkDrop : std::uint8_t { kQueueFull, kRandomLoss, kCollisions, kOverload };
inline constexpr std::size_t kLinkDrops = 4;

/// What happened to the class of a thread: had as asked for, refused, lost without being asked, taken by the watchdog.
enum class ClassEvent : std::uint8_t { kGranted, kRefused, kLost, kDemoted };

/// Of one-way delays over a window (latecki04 §3.1).
enum class TrendPhase : std::uint8_t { kIncreasing, kDecreasing, kSteady, kAmbiguous };
/// Why a picture was not sent: the target rate has no room for it; a break lets the queues drain; the one before it is
/// still in the socket (TCP).
enum class OmitReason : std::uint8_t { kTarget, kBreak, kObsolete };

/// Where the latency of a played unit ends: handed to the screen or the sound's ring (nothing shows or sounds it here),
/// painted, heard, or played from a buffer that was assumed.
enum class LatencyEnd : std::uint8_t { kHandOver, kPainting, kLoudspeaker, kAssumedPlayout };

/// The word of each value, in order; for enums that have none, nothing.
template <typename Enum>
inline constexpr std::nullopt_t kWordsOf = std::nullopt;
template <>
inline constexpr std::array<std::string_view, 2> kWordsOf<Medium>{"audio", "video"};
template <>
inline constexpr std::array<std::string_view, 2> kWordsOf<Direction>{"sent", "received"};
template <>
inline constexpr std::array<std::string_view, 3> kWordsOf<End>{"local", "remote", "both"};
template <>
inline constexpr std::array<std::string_view, kRejectReasons> kWordsOf<RejectReason>{
    "truncated",     "wrong version", "wrong SSRC",    "wrong payload type", "bad JPEG header",
    "absurd offset", "too large",     "sequence jump", "too often",          "bad seal"};
template <>
inline constexpr std::array<std::string_view, 4> kWordsOf<FrameOutcome>{"complete", "incomplete", "missing", "patched"};
template <>
inline constexpr std::array<std::string_view, 4> kWordsOf<PlayoutOutcome>{"played", "late", "lost", "dropped"};
template <>
inline constexpr std::array<std::string_view, 2> kWordsOf<LinkWay>{"up", "down"};
template <>
inline constexpr std::array<std::string_view, kLinkDrops> kWordsOf<LinkDrop>{"queue full", "random loss",
                                                                             "16 collisions", "relay overloaded"};
template <>
inline constexpr std::array<std::string_view, 4> kWordsOf<ClassEvent>{"granted", "refused", "lost", "demoted"};
template <>
inline constexpr std::array<std::string_view, 4> kWordsOf<TrendPhase>{"increasing", "decreasing", "steady",
                                                                      "ambiguous"};
template <>
inline constexpr std::array<std::string_view, 3> kWordsOf<OmitReason>{"target rate", "break", "obsolete"};
template <>
inline constexpr std::array<std::string_view, 4> kWordsOf<LatencyEnd>{"hand-over", "painting", "loudspeaker",
                                                                      "assumed playout"};

template <typename Enum>
concept HasWords = requires {
  kWordsOf<Enum>.size();
};
/// "unknown" for a value beyond the words.
template <HasWords Enum>
constexpr std::string_view to_string(Enum value) {
  return word_of_value(kWordsOf<Enum>, value);
}
/// nullopt: no value has this word.
template <HasWords Enum>
constexpr std::optional<Enum> value_of_word(std::string_view word) {
  return value_of_word<Enum>(kWordsOf<Enum>, word);
}
/// Also by the former words "mine" and "theirs", which scripts may say.
std::optional<End> parse_end(std::string_view);

}  // namespace jitterscope
