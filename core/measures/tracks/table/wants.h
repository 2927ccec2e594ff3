#pragma once
// What a track wants to hear, as a type, and that it can hear each of it.
#include <event_kinds.h>

#include <concepts>

#include "core/measures/definitions/delay_split.h"

namespace jitterscope {

/// `using Wants = Events<PacketSent, FrameSent>;`: the track has `void add(const E&)` for each of these and no others.
template <typename... E>
struct Events {};

/// All that there is to hear: the events of the log, and each split of a received stream's delay, up to three seconds
/// after its frame or block.
template <typename... E>
using AllHeardWith = Events<E..., DelaySplit>;
using AllHeard = AllEventKinds<AllHeardWith>;

template <typename E, typename List>
inline constexpr bool kListed = false;
template <typename E, typename... Each>
inline constexpr bool kListed<E, Events<Each...>> = (std::same_as<E, Each> || ...);

template <typename Track, typename E>
inline constexpr bool kWants = kListed<E, typename Track::Wants>;

/// Has `void add(const E&)` itself: one that E merely converts to is none.
template <typename Track, typename E>
concept TakesExactly = requires {
  static_cast<void (Track::*)(const E&)>(&Track::add);
};

/// Of a track of a received stream, `static constexpr SendTimes kSendTimes`: which packets come to it with their send
/// time (DelayBelief says what may be believed).
enum class SendTimes {
  kBelieved,          // those with one that may be believed; so where it does not say
  kOfKnownVariation,  // those, and all once no delay of the stream can be known: their variation still is
  kAll
};
template <typename Track>
consteval SendTimes send_times() {
  if constexpr (requires { Track::kSendTimes; })
    return Track::kSendTimes;
  else
    return SendTimes::kBelieved;
}

/// What compilers name when a track and its Wants differ: of which event.
template <typename Track, typename E>
struct Hearing {
  static constexpr bool kIsThere = !kWants<Track, E> || TakesExactly<Track, E>;
  static constexpr bool kIsWanted = kWants<Track, E> || !TakesExactly<Track, E>;
};

/// With a sentence for the compiler to say.
template <typename Track, typename E>
consteval bool check_hearing() {
  static_assert(Hearing<Track, E>::kIsThere, "The track wants an event for which it has no void add(const E&).");
  static_assert(Hearing<Track, E>::kIsWanted,
                "The track has an add(const E&) for an event that its Wants do not name.");
  return true;
}
template <typename Track, typename... Wanted, typename... E>
consteval bool check_track(Events<Wanted...>, Events<E...>) {
  static_assert((kListed<Wanted, AllHeard> && ...), "The track wants something that nobody tells.");
  return (check_hearing<Track, E>() && ...);
}

}  // namespace jitterscope
