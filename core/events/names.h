#pragma once
// The small vocabularies that events, settings, traces and windows share; their words are in words.h.
#include <array>
#include <cstddef>
#include <cstdint>

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
/// Why a packet did not leave the emulated link: the queue was full; it was lost on the line; it was given up after 16
/// collisions; all places of the link were taken (kMostInLink); it was still inside when the link or the call ended.
enum class LinkDrop : std::uint8_t { kQueueFull, kRandomLoss, kCollisions, kLinkFull, kAtEnd };
inline constexpr std::size_t kLinkDrops = 5;

/// What happened to the class of a thread: had as asked for, refused, lost without being asked, taken by the watchdog.
enum class ClassEvent : std::uint8_t { kGranted, kRefused, kLost, kDemoted };

/// Of one-way delays over a window (latecki04 §3.1).
enum class TrendPhase : std::uint8_t { kIncreasing, kDecreasing, kSteady, kAmbiguous };
/// So many windows are judged side by side; each has so many packets.
inline constexpr std::size_t kTrendScales = 3;
inline constexpr std::array<std::int32_t, kTrendScales> kTrendPackets{32, 64, 128};

/// Why a picture was not sent: the target rate has no room for it; a break lets the queues drain; the one before it is
/// still in the socket (TCP).
enum class OmitReason : std::uint8_t { kTarget, kBreak, kObsolete };

/// Where the latency of a played unit ends: handed to the screen or the sound's ring (nothing shows or sounds it here),
/// painted, heard, or played from a buffer that was assumed.
enum class LatencyEnd : std::uint8_t { kHandOver, kPainting, kLoudspeaker, kAssumedPlayout };

}  // namespace jitterscope
